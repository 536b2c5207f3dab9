/** The editor's own chat, offline: the test extension's language model answers. */
import { until } from './wait.mjs';

const SESSION = '.interactive-session';
const INPUT = `${SESSION} .interactive-input-part`;

export class Chat {
  #workbench;

  constructor(workbench) {
    this.#workbench = workbench;
  }

  /**
   * Makes chat answer without an account: the built-in chat extension is off until set up, and opening the list of
   * language models turns it on; the test extension's model then counts as the user's own.
   */
  async enable() {
    const isOn = () => this.#workbench.evaluate('return !!vscode.extensions.getExtension("GitHub.copilot-chat")?.isActive');
    if (await isOn()) {
      return;
    }
    await this.#workbench.evaluate('void vscode.commands.executeCommand("workbench.action.chat.manage")');
    await until(isOn, { timeout: 60_000, every: 300, what: 'the built-in chat extension to start' });
    await this.#workbench.closeModal();
  }

  /** What is to be seen in the chat box (of a long text only its beginning), white space folded. */
  async inputText() {
    return (await this.#input().locator('.view-line').allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();
  }

  async attachments() {
    const texts = await this.#page.locator(`${INPUT} .chat-attached-context-attachment`).allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
  }

  async send() {
    await this.#input().click();
    await this.#page.keyboard.press('Control+End');
    await this.#page.keyboard.press('Enter');
  }

  async replyLike(expect, timeout = 60_000) {
    const replies = this.#page.locator(`${SESSION} .interactive-item-container.interactive-response`);
    return until(async () => (await replies.allInnerTexts()).find((text) => expect.test(text)), { timeout, every: 250, what: `a chat reply like ${expect}` });
  }

  get #page() {
    return this.#workbench.page;
  }

  #input() {
    return this.#page.locator(`${INPUT} .chat-editor-container .monaco-editor`).first();
  }
}
