/** The text editor: files, lines, words, typing, code actions. */
import path from 'node:path';
import { literally, sleep, until } from './wait.mjs';

const ACTIVE = '.editor-group-container.active';

export class TextEditor {
  #page;
  #quickInput;

  constructor(page, quickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  async open(relative) {
    await this.#quickInput.open('Control+KeyP', relative);
    await this.#quickInput.rows.filter({ hasText: path.basename(relative) }).first().waitFor({ timeout: 30_000 });
    await this.#page.keyboard.press('Enter');
    await this.shown(path.basename(relative));
  }

  /** Waits until the file is in front with its text. */
  async shown(name) {
    await this.#page.locator('.tab.active', { hasText: name }).first().waitFor({ timeout: 30_000 });
    await this.#page.locator(`${ACTIVE} .monaco-editor[data-uri$="/${name}"] .view-line`).first().waitFor({ timeout: 30_000 });
  }

  /** Brings a tab to the front and puts the cursor into its text. */
  async focus(name) {
    await this.#page.locator('.tab', { hasText: name }).first().click();
    await this.shown(name);
  }

  async activeTab() {
    return (await this.#page.locator('.tab.active').first().innerText()).trim();
  }

  async goTo(line, column = 1) {
    await this.#quickInput.open('Control+KeyG', `:${line}:${column}`);
    await this.#page.keyboard.press('Enter');
    await this.#page.locator('.quick-input-widget:visible').waitFor({ state: 'hidden' }).catch(() => {});
  }

  /** The text on screen in the active editor. */
  async visibleText() {
    return this.#page.evaluate((active) => {
      const lines = document.querySelector(`${active} .editor-instance .view-lines`);
      const texts = [...lines.querySelectorAll('.view-line')].map((line) => [parseFloat(line.style.top), line.textContent.replaceAll('\u00a0', ' ')]);
      return texts.sort((one, other) => one[0] - other[0]).map(([, text]) => text).join('\n');
    }, ACTIVE);
  }

  /** Screen point of the middle of a word on a line that is on screen. */
  async pointOf(line, word) {
    const find = () => this.#page.evaluate(pointInPage, [ACTIVE, line, `(?<![A-Za-z0-9_])${literally(word)}(?![A-Za-z0-9_])`, word.length]);
    return until(find, { timeout: 15_000, what: `word ${word} on line ${line}` });
  }

  async click(line, word) {
    const at = await this.pointOf(line, word);
    await this.#page.mouse.click(at.x, at.y);
  }

  /** Puts the cursor on a word, opens the list of actions, gives its titles once one is like `expect`. */
  async codeActions(line, word, expect = /\S/) {
    await this.click(line, word);
    // The editor asks by itself a quarter of a second after the cursor has moved. When that answer comes just after an
    // action was picked, it forgets the picked one's command ("Actual command not found").
    await sleep(700);
    const rows = this.#page.locator('.action-widget:visible .monaco-list-row.action');
    return until(
      async () => {
        if ((await rows.count()) === 0) {
          await this.#page.keyboard.press('Control+.');
          // Asked for twice, the list comes twice, and the keys pressed in between are lost.
          await rows.first().waitFor({ timeout: 4_000 }).catch(() => {});
          await sleep(200);
        }
        const titles = (await rows.allInnerTexts()).map((text) => text.trim());
        if (titles.length > 0 && !titles.some((title) => expect.test(title))) {
          await this.#page.keyboard.press('Escape');
          return undefined;
        }
        return titles.length > 0 && titles;
      },
      { timeout: 20_000, what: `a code action like ${expect}` },
    );
  }

  /** Picks an entry of the open list of actions, by keyboard. */
  async pickAction(title) {
    const rows = this.#page.locator('.action-widget:visible .monaco-list-row.action');
    const focused = rows.and(this.#page.locator('.focused'));
    for (let left = await rows.count(); left >= 0; left--) {
      if ((await focused.innerText({ timeout: 1_000 }).catch(() => '')).includes(title)) {
        await this.#page.keyboard.press('Enter');
        await rows.first().waitFor({ state: 'hidden', timeout: 5_000 });
        return;
      }
      await this.#page.keyboard.press('ArrowDown');
      await sleep(60);
    }
    throw new Error(`no action ${title}`);
  }
}

/** Runs in the page. */
function pointInPage([active, line, pattern, length]) {
  for (const editor of document.querySelectorAll(`${active} .editor-instance .monaco-editor`)) {
    const number = [...editor.querySelectorAll('.line-numbers')].find((each) => each.textContent.trim() === String(line));
    const top = number?.getBoundingClientRect().top;
    const row = number && [...editor.querySelectorAll('.view-line')].find((each) => Math.abs(each.getBoundingClientRect().top - top) < 3);
    const walk = row && document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let node = walk?.nextNode(); node; node = walk.nextNode()) {
      const at = node.textContent.search(new RegExp(pattern));
      if (at >= 0) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + length);
        const box = range.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      }
    }
  }
  return null;
}
