/**
 * LocalStack, the community edition: at an endpoint that is given, else in Docker, else on this machine, with the
 * executor of `localstack-executor/` in place of its Docker one.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPython, projectFolder, run, succeeds, workFolder } from '../process/programs.ts';
import { dynamoDbLibraries, stageDynamoDb } from './dynamodb-local.ts';
import { type Emulator, type EmulatorProcess, freePort, startEmulator, withPinnedNode } from './emulator.ts';

const version = '4.14.0';
/** The versions of its loosely named dependencies of this day work together; later ones break it. */
const newestDependency = '2026-03-01';
const executor = join(projectFolder, 'test', 'emulator', 'localstack-executor');
const healthPath = '/_localstack/health';

/** Names an endpoint where LocalStack runs already. */
const { ORBWEAVER_LOCALSTACK_ENDPOINT: given } = process.env;

/** One sentence that says what is missing; undefined where it can be started. */
export async function whyNoLocalStack(): Promise<string | undefined> {
  if (given !== undefined || (await hasDocker())) return undefined;
  if ((await python313()) === undefined) return 'skipped: LocalStack (no Docker and no Python 3.13)';
  if (!(await succeeds('java', '-version'))) return 'skipped: LocalStack (no Docker and no Java)';
  if (!existsSync(dynamoDbLibraries) && !(await succeeds('mvn', '-version')))
    return 'skipped: LocalStack (no Docker and no Maven)';
  return undefined;
}

export async function startLocalStack(): Promise<Emulator> {
  if (given !== undefined) return { name: 'LocalStack', endpoint: given, [Symbol.asyncDispose]: async () => undefined };
  return (await hasDocker()) ? await startInDocker() : await startOnHost();
}

/** The client alone is not enough: the daemon has to answer. */
async function hasDocker(): Promise<boolean> {
  return await succeeds('docker', 'info');
}

async function python313(): Promise<string | undefined> {
  const pyenv = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const versions = existsSync(pyenv) ? await readdir(pyenv) : [];
  const ofPyenv = versions.filter(name => name.startsWith('3.13.')).map(name => join(pyenv, name, 'bin', 'python3'));
  const absolute = ['/usr/bin/python3.13', '/usr/local/bin/python3.13', '/opt/homebrew/bin/python3.13'];
  return await findPython(['python3.13', ...absolute, ...ofPyenv, 'python3'], 'sys.version_info[:2] == (3, 13)');
}

/** On the host's network, so that the functions reach the loopback sites of the tests. */
async function startInDocker(): Promise<Emulator> {
  const port = await freePort();
  const settings = {
    GATEWAY_LISTEN: `127.0.0.1:${port}`,
    LOCALSTACK_HOST: `localhost:${port}`,
    LAMBDA_DOCKER_NETWORK: 'host',
    LAMBDA_IGNORE_ARCHITECTURE: '1',
    ...polling,
  };
  const variables = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const container = ['--rm', '--network', 'host', '--volume', '/var/run/docker.sock:/var/run/docker.sock'];
  // Without the process: its functions run in containers, not below it.
  const { pid: _, ...emulator } = await startEmulator({
    ...processAt(port),
    command: 'docker',
    args: ['run', ...container, ...variables, `localstack/localstack:${version}`],
    env: process.env,
    startSeconds: 600,
  });
  return emulator;
}

async function startOnHost(): Promise<Emulator> {
  const folder = await install();
  stageDynamoDb();
  const root = await mkdtemp(join(tmpdir(), 'orbweaver-localstack-'));
  await stageJava(join(root, 'var', 'lib', 'localstack', 'lib'));
  const port = await freePort();
  const emulator = await startEmulator({
    ...processAt(port),
    command: join(folder, 'venv', 'bin', 'python'),
    args: ['-m', 'localstack.runtime.main'],
    env: { ...withPinnedNode(), ...hostSettings(root, port) },
    startSeconds: 120,
  });
  return {
    ...emulator,
    async [Symbol.asyncDispose]() {
      await emulator[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

function processAt(port: number): Pick<EmulatorProcess, 'name' | 'endpoint' | 'healthPath'> {
  return { name: 'LocalStack', endpoint: `http://127.0.0.1:${port}`, healthPath };
}

/** Its pauses between two looks into a queue are made for laptops with many functions. */
const polling = {
  LAMBDA_EVENT_SOURCE_MAPPING_POLL_INTERVAL_SEC: '0.05',
  LAMBDA_EVENT_SOURCE_MAPPING_MAX_BACKOFF_ON_EMPTY_POLL_SEC: '0.5',
  LAMBDA_EVENT_SOURCE_MAPPING_MAX_BACKOFF_ON_ERROR_SEC: '1',
};

function hostSettings(root: string, port: number): Record<string, string> {
  return {
    FILESYSTEM_ROOT: root,
    OVERRIDE_IN_DOCKER: '0',
    GATEWAY_LISTEN: `127.0.0.1:${port}`,
    LOCALSTACK_HOST: `localhost:${port}`,
    DNS_ADDRESS: '0',
    DISABLE_EVENTS: '1',
    SKIP_SSL_CERT_DOWNLOAD: '1',
    LAMBDA_RUNTIME_EXECUTOR: 'process',
    DYNAMODB_IN_MEMORY: '1',
    SQS_ENDPOINT_STRATEGY: 'path',
    ...polling,
  };
}

/** Once for each version of LocalStack and of the executor; under another name and renamed when whole. */
async function install(): Promise<string> {
  const folder = join(workFolder, `localstack-${version}-${await executorHash()}`);
  if (existsSync(folder)) return folder;
  const python = await python313();
  if (python === undefined) throw new Error('LocalStack needs Python 3.13');
  await mkdir(workFolder, { recursive: true });
  const staging = await mkdtemp(join(workFolder, 'staging-'));
  try {
    const uvFolder = join(staging, 'uv');
    await run(python, ['-m', 'venv', uvFolder]);
    await run(join(uvFolder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', 'uv']);
    const uv = async (...args: string[]) => await run(join(uvFolder, 'bin', 'uv'), [...args, '--quiet']);
    const into = ['--python', join(staging, 'venv', 'bin', 'python')];
    await uv('venv', '--python', python, join(staging, 'venv'));
    const core = `localstack-core[runtime]==${version}`;
    await uv('pip', 'install', ...into, '--exclude-newer', newestDependency, core);
    // A build leaves files beside its sources.
    await cp(executor, join(staging, 'executor'), { recursive: true });
    await uv('pip', 'install', ...into, join(staging, 'executor'));
    if (!existsSync(folder)) await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return folder;
}

async function executorHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(executor, { recursive: true })).sort())
    if (/\.(?:py|mjs|toml)$/.test(name)) hash.update(name).update(await readFile(join(executor, name)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * LocalStack starts its own Java with a DynamoDBLocal that it downloads. Here stands another one where it looks: a
 * program that gives what stands behind `-jar <file>` to the staged DynamoDBLocal under the Java of this machine.
 */
async function stageJava(libraries: string): Promise<void> {
  const bin = join(libraries, 'java', '21', 'bin');
  const dynamo = join(libraries, 'dynamodb-local', '2');
  await mkdir(bin, { recursive: true });
  await mkdir(dynamo, { recursive: true });
  await writeFile(join(dynamo, 'DynamoDBLocal.jar'), '');
  const java = (await run('sh', ['-c', 'command -v java'])).trim();
  await writeFile(join(bin, 'java'), javaScript(java));
  await chmod(join(bin, 'java'), 0o755);
}

function javaScript(java: string): string {
  const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  return `#!/bin/sh
while [ "$1" != -jar ]; do shift; done
shift 2
exec '${java}' '-Djava.library.path=${dynamoDbLibraries}' -cp '${dynamoDbLibraries}/*' ${main} "$@"
`;
}
