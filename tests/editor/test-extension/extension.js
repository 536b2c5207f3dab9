// For tests only. Registers a language model that answers offline and writes down each request it gets (one JSON
// object a line in WHYLENS_TEST_MODEL_LOG; what it says can be given in WHYLENS_TEST_MODEL_ANSWER), and a loopback bridge (its address and token in WHYLENS_TEST_BRIDGE)
// that runs a script with the real `vscode` API inside the extension host.
const crypto = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const vscode = require('vscode');

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

function note(entry) {
  if (process.env.WHYLENS_TEST_MODEL_LOG) {
    fs.appendFileSync(process.env.WHYLENS_TEST_MODEL_LOG, `${JSON.stringify(entry)}\n`);
  }
}

class OfflineModel {
  async provideLanguageModelChatInformation() {
    const capabilities = { toolCalling: true, imageInput: false };
    return [{ id: 'offline-1', name: 'Offline One', family: 'offline', version: '1', maxInputTokens: 100_000, maxOutputTokens: 8_000, capabilities, isUserSelectable: true, isDefault: true }];
  }

  async provideLanguageModelChatResponse(_model, messages, _options, progress) {
    const texts = messages.map((message) => message.content.map((part) => part.value ?? '').join('\n'));
    note({ kind: 'request', texts });
    progress.report(new vscode.LanguageModelTextPart(process.env.WHYLENS_TEST_MODEL_ANSWER ?? `offline model heard ${texts.length} messages`));
  }

  async provideTokenCount(_model, text) {
    return Math.ceil((typeof text === 'string' ? text : JSON.stringify(text)).length / 4);
  }
}

async function answer(body) {
  try {
    const { script, args } = JSON.parse(body);
    return { value: (await new AsyncFunction('vscode', 'args', 'require', script)(vscode, args, require)) ?? null };
  } catch (error) {
    return { error: String(error?.stack ?? error) };
  }
}

function openBridge(context) {
  const token = crypto.randomBytes(16).toString('hex');
  const server = http.createServer((request, response) => {
    if (request.method !== 'POST' || request.headers['x-token'] !== token) {
      response.writeHead(403).end();
      return;
    }
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', async () => response.end(JSON.stringify(await answer(body))));
  });
  server.listen(0, '127.0.0.1', () => {
    const place = JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, token });
    fs.writeFileSync(process.env.WHYLENS_TEST_BRIDGE, place, { mode: 0o600 });
  });
  context.subscriptions.push({ dispose: () => server.close() });
}

exports.activate = (context) => {
  if (process.env.WHYLENS_TEST_BRIDGE) {
    openBridge(context);
  }
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('offline', new OfflineModel()));
};
