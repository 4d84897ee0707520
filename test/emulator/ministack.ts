/** MiniStack: an emulator of AWS in Python that runs Lambdas by the `node` of its path, without Docker. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Emulator,
  findPython,
  freePort,
  region,
  run,
  startEmulator,
  withPinnedNode,
  workFolder,
} from './emulator.ts';

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
  const port = await freePort();
  return await startEmulator({
    name: 'MiniStack',
    command: join(folder, 'bin', 'python'),
    args: ['-m', 'ministack'],
    env: {
      ...withPinnedNode(),
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LOG_LEVEL: 'WARNING',
      MINISTACK_REGION: region,
    },
    endpoint: `http://127.0.0.1:${port}`,
    healthPath: '/_ministack/health',
    startSeconds: 60,
  });
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
