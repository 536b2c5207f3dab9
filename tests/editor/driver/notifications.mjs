/** Notifications: messages with their buttons. And the dialogs that stand in front of everything. */
import { until } from './wait.mjs';

export class Notifications {
  #page;

  constructor(page) {
    this.#page = page;
  }

  /** The messages on screen. */
  async texts() {
    return (await this.#page.locator('.notification-list-item-message').allInnerTexts()).map((text) => text.trim());
  }

  async like(expect, timeout = 30_000) {
    return until(async () => (await this.texts()).find((text) => expect.test(text)), { timeout, what: `a message like ${expect}` });
  }

  /** Labels of the buttons on screen. */
  async buttons() {
    return (await this.#page.locator('.notification-list-item .monaco-button').allInnerTexts()).map((text) => text.trim());
  }

  async press(label) {
    await this.#page.locator('.notification-list-item .monaco-button', { hasText: label }).first().click();
  }

  async clear() {
    await this.#page.keyboard.press('Escape');
    for (const close of await this.#page.locator('.notifications-toasts .codicon-notifications-clear').all()) {
      await close.click().catch(() => {});
    }
  }

  /** The text of the modal dialog that is open. */
  async dialog() {
    const box = this.#page.locator('.monaco-dialog-box');
    await box.waitFor({ timeout: 20_000 });
    return (await box.innerText()).replace(/\s+/g, ' ').trim();
  }

  async answerDialog(label) {
    await this.#page.locator('.monaco-dialog-box .monaco-button', { hasText: label }).first().click();
    await this.#page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
  }
}
