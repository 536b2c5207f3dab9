/** The quick input: palette, quick open, pick lists and input boxes. */
import { literally, sleep, until } from './wait.mjs';

const WIDGET = '.quick-input-widget:visible';

export class QuickInput {
  #page;

  constructor(page) {
    this.#page = page;
  }

  get box() {
    return this.#page.locator(`${WIDGET} .quick-input-box input`);
  }

  get rows() {
    return this.#page.locator(`${WIDGET} .quick-input-list .monaco-list-row`);
  }

  /** Opens it with `key` and types `text`. */
  async open(key, text) {
    await until(
      async () => {
        if (!(await this.box.isVisible())) {
          await this.#page.keyboard.press(key);
          await sleep(200);
        }
        return this.box.isVisible();
      },
      { what: 'the quick input to open' },
    );
    await this.box.fill(text);
  }

  /** Runs a command by its palette title, such as 'Whylens: Show Status'. */
  async run(title) {
    await this.open('F1', `>${title}`);
    const row = this.rows.filter({ has: this.#page.locator('.label-name', { hasText: new RegExp(`^${literally(title)}$`) }) }).first();
    await row.waitFor({ timeout: 20_000 });
    await row.click();
  }

  /** Titles the palette offers for what is typed. */
  async titles(text) {
    await this.open('F1', `>${text}`);
    await sleep(800);
    const titles = await this.rows.locator('.label-name').allInnerTexts();
    await this.#page.keyboard.press('Escape');
    return titles;
  }

  /** The title of the list or input box that is open, once it is like `expect`. */
  async title(expect = /\S/) {
    const title = this.#page.locator(`${WIDGET} .quick-input-title`);
    return until(async () => ((text) => expect.test(text) && text)(await title.innerText()), { timeout: 20_000, what: `a quick input titled like ${expect}` });
  }

  /** The rows of an open list, each as one line of text, once one is like `expect`. */
  async list(expect = /\S/) {
    return until(
      async () => {
        const texts = (await this.rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
        return texts.some((text) => expect.test(text)) && texts;
      },
      { timeout: 20_000, what: `a list with a row like ${expect}` },
    );
  }

  async pick(text) {
    await this.rows.filter({ hasText: text }).first().click();
  }

  /** Presses a button of a row by its tooltip. */
  async pressButton(text, tooltip) {
    const row = this.rows.filter({ hasText: text }).first();
    await row.hover();
    await row.locator(`.action-label[aria-label^="${tooltip}"]`).click();
  }

  /** Answers an input box. */
  async answer(text) {
    await this.box.waitFor();
    await this.box.fill(text);
    await this.#page.keyboard.press('Enter');
  }

  async dismiss() {
    await this.#page.keyboard.press('Escape');
    await this.#page.locator(WIDGET).waitFor({ state: 'hidden', timeout: 5_000 });
  }
}
