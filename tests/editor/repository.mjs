/** A small repository with a history that has something to say, made anew for each run. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const START = `"""Payments: talks to the gateway."""

MAX_TRIES = 3


def charge(order, gateway):
    """Take the money for an order."""
    # WARNING: MAX_TRIES must stay at 3, because the gateway bans clients that retry more often.
    for attempt in range(MAX_TRIES):
        if gateway.take(order, total(order)):
            return attempt
    raise RuntimeError("the gateway did not answer")


def refund(order, gateway):
    """Give the money back."""
    # FIXME: a partial refund fails when the order has a discount, because the tax share is lost
    return gateway.give(order, total(order))


def total(order):
    """What an order costs."""
    return sum(line.price * line.count for line in order.lines)


def rate(currency, bank):
    """What a unit of the currency is worth today."""
    return bank.rate(currency)
`;

const IN_CENTS = START.replace(
  '    return sum(line.price * line.count for line in order.lines)\n',
  '    return sum(line.cents * line.count for line in order.lines)\n',
);

const WITH_CACHE = IN_CENTS.replace(
  '    return bank.rate(currency)\n',
  '    if currency not in RATES:\n        RATES[currency] = bank.rate(currency)\n    return RATES[currency]\n',
).replace('MAX_TRIES = 3\n', 'MAX_TRIES = 3\nRATES = {}\n');

const RECORD = `# 1. Orders go through a single queue

Status: accepted

Date: 2026-02-11

## Context

Two workers charged the same order when both read it before either wrote.

## Decision

We will send every order through a single queue, because the gateway cannot tell a retry from a second charge.

## Consequences

Throughput is limited to one worker.
`;

const WHY_CENTS = `Count money in integer cents

We decided to keep amounts as integer cents everywhere, because floats lost a
cent on about every thousandth order.
`;

const WHY_REVERTED = `The cache served yesterday's rate after midnight and customers were overcharged.
`;

/** Makes the repository in `folder`. Dates and author are fixed, so that commits have the same ids on every machine. */
export function makeRepository(folder) {
  const git = gitIn(folder);
  let day = 1;
  const commit = (message, files) => {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    git(['add', '--all']);
    const date = `2026-03-${String(day++).padStart(2, '0')}T12:00:00Z`;
    git(['commit', '--quiet', '--message', message], { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
    return git(['rev-parse', 'HEAD']).trim();
  };
  fs.mkdirSync(folder, { recursive: true });
  git(['init', '--quiet', '--initial-branch=main']);
  commit('Charge and refund orders', { 'shop/payments.py': START, 'README.md': '# Shop\n\nTakes orders.\n' });
  commit(WHY_CENTS, { 'shop/payments.py': IN_CENTS });
  commit('Send orders through one queue', { 'docs/adr/0001-single-queue.md': RECORD });
  const cached = commit('Cache the exchange rate', { 'shop/payments.py': WITH_CACHE });
  commit(`Revert "Cache the exchange rate"\n\nThis reverts commit ${cached}.\n\n${WHY_REVERTED}`, { 'shop/payments.py': IN_CENTS });
  return folder;
}

function gitIn(folder) {
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.invalid',
    GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.invalid',
    GIT_CONFIG_GLOBAL: path.join(folder, '..', 'no-such-config'), GIT_CONFIG_NOSYSTEM: '1',
  };
  return (args, more = {}) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`git ${args[0]}: ${stderr}`);
    }
    return stdout;
  };
}
