/** Finds a Python that can carry the server's environment: new enough, and able to make one. */
import { PythonProblem } from './problem';
import type { Run } from './process';

export const OLDEST: readonly [number, number] = [3, 11];

/** A way to call Python: an executable with the arguments that select the version (`py -3`). */
export interface Candidate {
  command: string;
  args: readonly string[];
  /** Where the idea comes from, for messages. */
  from: string;
}

export interface Interpreter {
  executable: string;
  /** `3.11.7` */
  version: string;
  /** `cpython-311`: environments of different tags never mix. */
  tag: string;
}

const PROBE = `
import json, sys
try:
    import ensurepip, venv
    able = True
except ImportError:
    able = False
print(json.dumps({"version": list(sys.version_info[:3]), "tag": sys.implementation.cache_tag,
                  "executable": sys.executable, "able": able}))
`;

interface Probed {
  version: [number, number, number];
  tag: string;
  executable: string;
  able: boolean;
}

/** The names a Python is called by on this platform, in the order they are tried. */
export function commonCandidates(platform: NodeJS.Platform): Candidate[] {
  const python3 = { command: 'python3', args: [], from: '`python3`' };
  const python = { command: 'python', args: [], from: '`python`' };
  const launcher = { command: 'py', args: ['-3'], from: '`py -3`' };
  return platform === 'win32' ? [launcher, python3, python] : [python3, python];
}

/** The first usable candidate; throws a PythonProblem that says why each was refused. */
export async function chooseInterpreter(candidates: readonly Candidate[], run: Run, cwd: string): Promise<Interpreter> {
  const refused: string[] = [];
  for (const candidate of candidates) {
    const probed = await probe(candidate, run, cwd);
    const reason = probed === undefined ? 'not found' : unfit(probed);
    if (probed !== undefined && reason === undefined) {
      return { executable: probed.executable, version: probed.version.join('.'), tag: probed.tag };
    }
    refused.push(`${candidate.from}: ${reason}`);
  }
  throw new PythonProblem(
    `Whylens needs Python ${OLDEST.join('.')} or newer. Install one, or name it in the setting whylens.server.python. Tried ${refused.join('; ')}.`,
  );
}

async function probe(candidate: Candidate, run: Run, cwd: string): Promise<Probed | undefined> {
  const result = await run(candidate.command, [...candidate.args, '-I', '-c', PROBE], { cwd, timeout: 15_000 });
  if (result.code !== 0) {
    return undefined;
  }
  try {
    return JSON.parse(result.stdout) as Probed;
  } catch {
    return undefined;
  }
}

function unfit(probed: Probed): string | undefined {
  const [major, minor] = probed.version;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `${probed.version.join('.')} is too old`;
  }
  return probed.able ? undefined : `${probed.version.join('.')} cannot make environments (on Debian and Ubuntu: apt install python3-venv)`;
}
