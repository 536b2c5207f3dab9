/** A Python that runs the server with a memory that also writes down what it is handed (`tests/protocol/recording_server.py`). */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'protocol', 'recording_server.py');

/** Writes the launcher into `dir` and gives its path. */
export function recordingPython(python, dir) {
  const launcher = path.join(dir, 'recording-python');
  const home = path.join(dir, 'home');
  fs.mkdirSync(home, { recursive: true });
  const script = `#!/bin/sh\nfor word in "$@"; do\n  [ "$word" = serve ] && exec '${python}' '${SERVER}' '${home}' --log-level debug\ndone\nexec '${python}' "$@"\n`;
  fs.writeFileSync(launcher, script, { mode: 0o755 });
  return launcher;
}

/** What the memory was handed, as objects with `is`, the kind. */
export function happenings(dir) {
  const file = path.join(dir, 'home', 'happened.jsonl');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}
