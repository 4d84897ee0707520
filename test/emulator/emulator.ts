/** The common part of the emulators of AWS: a process of this machine with an endpoint, and nothing else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectFolder } from '../process/programs.ts';

/** The emulators' one account. */
export const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
export const region = 'us-east-1';

export interface Emulator extends AsyncDisposable {
  readonly name: string;
  readonly endpoint: string;
  /** The process whose descendants run the functions; absent where they run elsewhere. */
  readonly pid?: number;
  /**
   * Starts it anew with what is deployed, from then on refusing what IAM does not allow, and ends this one. Absent where
   * it cannot.
   */
  readonly enforced?: () => Promise<Emulator>;
}

/** This process's environment with Node 24 first on the path, so that functions run under it. */
export function withPinnedNode(): NodeJS.ProcessEnv {
  const { PATH: path = '', ...rest } = process.env;
  return { ...rest, PATH: [join(projectFolder, 'node_modules', '.bin'), path].join(delimiter) };
}

/** The environment by which the CDK and SDK speak to an emulator and to nothing else. */
export function awsEnvironment(endpoint: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: region,
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DEFAULT_ACCOUNT: '000000000000',
    CDK_DEFAULT_REGION: region,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export interface EmulatorProcess {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly endpoint: string;
  readonly healthPath: string;
  readonly startSeconds: number;
}

/** Starts an emulator in a process group of its own, which ends with it, and waits until it answers. */
export async function startEmulator(what: EmulatorProcess): Promise<Emulator> {
  const child = spawn(what.command, what.args, { env: what.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(String(chunk)));
  const endAll = (): void => endGroup(child, 'SIGKILL');
  process.once('exit', endAll);
  try {
    await untilHealthy(what, child);
  } catch (error) {
    endAll();
    throw new Error(`${what.name} does not start:\n${said.join('').slice(-4000)}`, { cause: error });
  }
  return {
    name: what.name,
    endpoint: what.endpoint,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      process.off('exit', endAll);
      const ended = new Promise(resolve => child.once('exit', resolve));
      if (child.exitCode === null) endGroup(child, 'SIGTERM');
      else return;
      await Promise.race([ended, wait(10_000)]);
      endAll();
    },
  };
}

async function untilHealthy({ endpoint, healthPath, startSeconds }: EmulatorProcess, child: ChildProcess) {
  for (const end = Date.now() + startSeconds * 1000; ; ) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    const isHealthy = await fetch(new URL(healthPath, endpoint)).then(
      answer => answer.ok,
      () => false,
    );
    if (isHealthy) return;
    if (Date.now() > end) throw new Error(`no answer within ${startSeconds} s`);
    await wait(100);
  }
}

/** Also ends workers that the emulator started; a group that is gone already is no error. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
