/** Opens a folder in a headless browser and gives the workbench, its parts each in a module of its own. */
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { Chat } from './chat.mjs';
import { Hover } from './hover.mjs';
import { Lenses } from './lenses.mjs';
import { Notifications } from './notifications.mjs';
import { QuickInput } from './quickInput.mjs';
import { TextEditor } from './textEditor.mjs';
import { sleep, until } from './wait.mjs';

/** Offline, whatever the page asks for. */
const BROWSER_OPTIONS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];

/** Opens `folder` (and `file` in it) in a fresh browser profile and waits until the workbench answers. */
export async function openWorkbench({ server, folder, file, browserPath, shots, viewport = { width: 1400, height: 900 } }) {
  fs.rmSync(path.join(server.dir, 'bridge.json'), { force: true });
  const browser = await chromium.launch({ executablePath: browserPath, args: BROWSER_OPTIONS });
  const context = await browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const remote = `vscode-remote://${new URL(server.url).host}`;
  const query = new URLSearchParams({ folder });
  if (file) {
    query.set('payload', JSON.stringify([['openFile', remote + path.resolve(folder, file)]]));
  }
  await page.goto(`${server.url}/?${query}`);
  await page.waitForSelector('.monaco-workbench .statusbar-item', { timeout: 60_000 });
  return new Workbench(page, browser, server.dir, shots);
}

export class Workbench {
  #browser;
  #dir;
  #shots;

  constructor(page, browser, dir, shots) {
    this.page = page;
    this.#browser = browser;
    this.#dir = dir;
    this.#shots = shots;
    this.quickInput = new QuickInput(page);
    this.editor = new TextEditor(page, this.quickInput);
    this.hover = new Hover(page, this.editor);
    this.lenses = new Lenses(page);
    this.notifications = new Notifications(page);
    this.chat = new Chat(this);
  }

  /** Runs a script's body in the extension host with `vscode`, `args` and `require` (needs the test extension). */
  async evaluate(script, args) {
    const file = path.join(this.#dir, 'bridge.json');
    const bridge = await until(() => fs.existsSync(file) && JSON.parse(fs.readFileSync(file, 'utf8')), { timeout: 60_000, what: 'the bridge' });
    const reply = await fetch(bridge.url, { method: 'POST', headers: { 'x-token': bridge.token }, body: JSON.stringify({ script, args }) });
    const { error, value } = await reply.json();
    if (error) {
      throw new Error(error);
    }
    return value;
  }

  /** Closes the page (of models, of trust) that lies over the editor. */
  async closeModal() {
    const modal = this.page.locator('.monaco-modal-editor-block');
    const closed = async () => {
      if (await modal.isVisible()) {
        await modal.locator('.action-label.codicon-close').last().click({ timeout: 2_000 });
        await sleep(200);
      }
      return !(await modal.isVisible());
    };
    await until(closed, { what: 'the page over the editor to close' });
  }

  async clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The text of our status bar item. */
  async status() {
    return (await this.page.locator('.statusbar-item[id*="whylens.status"]').first().innerText()).trim();
  }

  /** Waits for a status like `expect`. */
  async statusLike(expect, timeout = 60_000) {
    return until(async () => ((text) => expect.test(text) && text)(await this.status()), { timeout, what: `a status like ${expect}` });
  }

  async screenshot(name, settle = 400) {
    await sleep(settle); // hovers and lists fade in
    fs.mkdirSync(this.#shots, { recursive: true });
    await this.page.screenshot({ path: path.join(this.#shots, `${name}.png`) });
  }

  async close() {
    await this.#browser.close();
  }
}
