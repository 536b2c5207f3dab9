/** Code lenses of the active editor. */
import { until } from './wait.mjs';

const LENS = '.editor-group-container.active .codelens-decoration';

export class Lenses {
  #page;

  constructor(page) {
    this.#page = page;
  }

  /** Texts on screen now, from top to bottom. */
  async texts() {
    return this.#page.evaluate((lens) => {
      const shown = [...document.querySelectorAll(lens)].map((each) => [each.getBoundingClientRect().top, each.innerText.trim()]);
      return shown.filter(([, text]) => text).sort((one, other) => one[0] - other[0]).map(([, text]) => text);
    }, LENS);
  }

  /** The lenses once one is like `expect`. */
  async like(expect, timeout = 30_000) {
    return until(async () => ((texts) => texts.some((text) => expect.test(text)) && texts)(await this.texts()), { timeout, what: `a lens like ${expect}` });
  }

  /** The number of the line a lens stands above. */
  async lineBelow(expect) {
    return this.#page.evaluate(
      ([lens, pattern]) => {
        const found = [...document.querySelectorAll(lens)].find((each) => new RegExp(pattern).test(each.innerText));
        const bottom = found?.getBoundingClientRect().bottom ?? Infinity;
        const numbers = [...document.querySelectorAll('.editor-group-container.active .line-numbers')].map((each) => [each.getBoundingClientRect().top, Number(each.textContent)]);
        const below = numbers.filter(([top]) => top >= bottom - 4).sort((one, other) => one[0] - other[0]);
        return below[0]?.[1];
      },
      [LENS, expect.source],
    );
  }

  async click(text) {
    await this.#page.locator(`${LENS} a`, { hasText: text }).first().click();
  }
}
