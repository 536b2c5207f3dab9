/** The hover: what the mouse brings up when it rests on a word. */
import { sleep, until } from './wait.mjs';

const SHOWN = '.monaco-hover:visible';

export class Hover {
  #page;
  #editor;

  constructor(page, editor) {
    this.#page = page;
    this.#editor = editor;
  }

  /** Rests the mouse on a word and gives the hover's text once it is like `expect`. */
  async at(line, word, { expect = /\S/, timeout = 30_000 } = {}) {
    let tries = 0;
    let seen = '';
    return until(
      async () => {
        if (tries++ % 15 === 0) {
          await this.#rest(line, word);
        }
        seen = await this.text();
        return expect.test(seen) ? seen : '';
      },
      { timeout, every: 150, what: () => `a hover like ${expect} on ${word}, where it says: ${seen || 'nothing'}` },
    );
  }

  /** What is shown now; empty without a hover. */
  async text() {
    return (await this.#page.locator(`${SHOWN} .hover-contents`).allInnerTexts()).join('\n');
  }

  /** Follows a link of the hover that is shown. */
  async follow(label) {
    await this.#page.locator(`${SHOWN} a`, { hasText: label }).first().click();
  }

  async leave() {
    await this.#page.mouse.move(5, 5);
    await this.#page.keyboard.press('Escape');
  }

  /**
   * The point is found anew on each try: lenses that arrive late move the text. And a hover that was asked for before
   * the server was ready comes up empty and is not asked for again until the mouse has left.
   */
  async #rest(line, word) {
    await this.#page.mouse.move(5, 5);
    await sleep(120);
    const at = await this.#editor.pointOf(line, word);
    await this.#page.mouse.move(at.x - 1, at.y);
    await this.#page.mouse.move(at.x, at.y);
  }
}
