/** MiniStack: an emulator of AWS in Python that runs Lambdas by the `node` of its path, without Docker. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPython, projectFolder, run, workFolder } from '../process/programs.ts';
import { type Emulator, freePort, region, startEmulator, withPinnedNode } from './emulator.ts';

const version = '1.5.33';
const folder = join(workFolder, `ministack-${version}`);
const pythons = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/** One sentence that says what is missing; undefined where it can be started. */
export async function whyNoMiniStack(): Promise<string | undefined> {
  if (existsSync(folder) || (await python()) !== undefined) return undefined;
  return 'skipped: MiniStack (no Python 3.10 or later with venv)';
}

async function python(): Promise<string | undefined> {
  return await findPython(pythons, 'sys.version_info >= (3, 10) and __import__("venv") and __import__("ensurepip")');
}

export async function startMiniStack(): Promise<Emulator> {
  await install();
  const state = await mkdtemp(join(tmpdir(), 'orbweaver-ministack-'));
  const port = await freePort();
  const open = await startProcess(port, state, false);
  return {
    ...open,
    enforced: async () => {
      const script = join(projectFolder, 'test', 'emulator', 'prepare_enforcement.py');
      await run(join(folder, 'bin', 'python'), [script, open.endpoint, region]);
      await open[Symbol.asyncDispose]();
      return removing(await startProcess(port, state, true), state);
    },
    [Symbol.asyncDispose]: removing(open, state)[Symbol.asyncDispose],
  };
}

/** A stack that was deployed to the state folder is found there by the next process on the same port. */
async function startProcess(port: number, state: string, enforces: boolean): Promise<Emulator> {
  return await startEmulator({
    name: 'MiniStack',
    command: join(folder, 'bin', 'python'),
    args: ['-m', 'ministack'],
    env: {
      ...withPinnedNode(),
      AUTH: String(enforces),
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LOG_LEVEL: 'WARNING',
      MINISTACK_REGION: region,
      PERSIST_STATE: '1',
      STATE_DIR: state,
      // Its unpacked functions, which it leaves behind.
      TMPDIR: state,
      S3_PERSIST: '1',
      S3_DATA_DIR: join(state, 's3'),
    },
    endpoint: `http://127.0.0.1:${port}`,
    healthPath: '/_ministack/health',
    startSeconds: 60,
  });
}

function removing(emulator: Emulator, state: string): Emulator {
  return {
    ...emulator,
    async [Symbol.asyncDispose]() {
      await emulator[Symbol.asyncDispose]();
      await rm(state, { recursive: true, force: true });
    },
  };
}

/** Under another name and renamed when whole: a virtual environment finds itself by where it stands. */
async function install(): Promise<void> {
  if (existsSync(folder)) return;
  const found = await python();
  if (found === undefined) throw new Error(await whyNoMiniStack());
  await mkdir(workFolder, { recursive: true });
  const staging = await mkdtemp(join(workFolder, 'staging-'));
  try {
    await run(found, ['-m', 'venv', staging]);
    await run(join(staging, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `ministack==${version}`]);
    if (!existsSync(folder)) await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
