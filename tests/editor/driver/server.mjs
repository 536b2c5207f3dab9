/** Starts and stops a code-server with a profile of its own. Nothing here knows a path: every path comes in. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { sleep, until } from './wait.mjs';

/** Settings that make a run repeatable and offline. A test's own settings win over these. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.enableExperiments': false,
  'workbench.editor.enablePreview': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.colorTheme': 'Default Light Modern',
  'window.confirmBeforeClose': 'never',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 150,
  'editor.stickyScroll.enabled': false,
  'editor.accessibilitySupport': 'off',
  'files.autoSave': 'off', // in the browser it is on by default
  'files.hotExit': 'off',
};

/** A closed page's extension host and language server end soon, not in three hours. */
const SERVER_OPTIONS = ['--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--disable-proxy', '--ignore-last-opened', '--reconnection-grace-time', '5'];

/**
 * Starts code-server on a free loopback port.
 *
 * node, codeServer: a Node 24 and code-server's entry script. dir: an empty folder for the profile.
 * vsix: files to install. env: what the extension host sees besides; `undefined` removes a variable.
 */
export async function startServer({ node, codeServer, dir, vsix = [], settings = {}, env = {}, trustEverything = true }) {
  writeSettings(dir, settings);
  fs.writeFileSync(path.join(dir, 'config.yaml'), '');
  const base = [codeServer, '--config', path.join(dir, 'config.yaml'), '--user-data-dir', path.join(dir, 'user'), '--extensions-dir', path.join(dir, 'extensions')];
  const childEnv = environment(dir, env);
  install(node, base, vsix, childEnv);
  const trust = trustEverything ? ['--disable-workspace-trust'] : [];
  return new Running(dir, launch(node, [...base, ...SERVER_OPTIONS, ...trust], dir, childEnv)).listening();
}

/**
 * Both levels, since the window is a remote one: settings of scope `machine` or `machine-overridable` are taken from
 * Machine, application settings from User. (With User alone a machine setting is there at start and then gone.)
 */
function writeSettings(dir, settings) {
  for (const level of ['User', 'Machine']) {
    const folder = path.join(dir, 'user', level);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 1));
  }
  fs.mkdirSync(path.join(dir, 'extensions'), { recursive: true });
}

function environment(dir, env) {
  const own = { EXTENSIONS_GALLERY: '{}', WHYLENS_TEST_BRIDGE: path.join(dir, 'bridge.json'), WHYLENS_TEST_MODEL_LOG: path.join(dir, 'model.jsonl') };
  const merged = { ...process.env, ...own, ...env };
  const unwanted = ['VSCODE_IPC_HOOK_CLI', 'NODE_OPTIONS', 'NODE_TEST_CONTEXT'];
  return Object.fromEntries(Object.entries(merged).filter(([name, value]) => value !== undefined && !unwanted.includes(name)));
}

function install(node, base, vsix, env) {
  if (vsix.length > 0) {
    const { status, stdout, stderr } = spawnSync(node, [...base, ...vsix.flatMap((file) => ['--install-extension', file]), '--force'], { encoding: 'utf8', env });
    if (status !== 0 || /Failed|Error while/i.test(stdout + stderr)) {
      throw new Error(`extension install failed:\n${stdout}${stderr}`);
    }
  }
}

function launch(node, args, dir, env) {
  const log = fs.openSync(path.join(dir, 'server.log'), 'a');
  const child = spawn(node, args, { detached: true, stdio: ['ignore', log, log], env });
  fs.closeSync(log);
  return child;
}

class Running {
  #child;
  #onExit = () => this.#kill('SIGKILL'); // a test runner that gives up must leave nothing behind

  constructor(dir, child) {
    this.dir = dir;
    this.#child = child;
    process.on('exit', this.#onExit);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => process.exit(1)); // by itself a signal ends the process without its 'exit'
    }
  }

  async listening() {
    this.url = await until(
      () => {
        if (this.#child.exitCode !== null) {
          throw new Error(`code-server ended with ${this.#child.exitCode}:\n${this.log()}`);
        }
        return this.log().match(/HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/)?.[1];
      },
      { what: 'code-server to listen' },
    );
    return this;
  }

  log() {
    return fs.readFileSync(path.join(this.dir, 'server.log'), 'utf8');
  }

  /** What the test extension's language model was asked, in order. */
  modelRequests() {
    const file = path.join(this.dir, 'model.jsonl');
    const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    return lines.map((line) => JSON.parse(line)).filter((entry) => entry.kind === 'request');
  }

  async stop() {
    if (this.#child.exitCode === null) {
      const gone = new Promise((resolve) => this.#child.once('exit', resolve));
      this.#kill('SIGTERM');
      await Promise.race([gone, sleep(1_500)]);
      this.#kill('SIGKILL');
    }
    process.off('exit', this.#onExit);
  }

  #kill(signal) {
    try {
      process.kill(-this.#child.pid, signal); // the group: extension host and language server go too
    } catch {
      // already gone
    }
  }
}
