import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Certificate, type Site, startLoopbackServer, type Tally } from './loopback-server.ts';

/** A site served by its own process, so that neither its CPU nor its memory is counted as the client's. */
export interface ServedSite extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly origin: string;
  /** The answers since the last call. */
  takeTally(): Promise<Tally>;
  close(): Promise<void>;
}

type FromServer = { port: number } | { tally: Tally } | { failure: string };

/** Starts a script that calls `runServerProcess` and waits for its port; throws its failure, if that is what comes. */
export async function startServerProcess(script: URL, scriptArguments: string[]): Promise<ServedSite> {
  const child = fork(fileURLToPath(script), scriptArguments, { execArgv: [] });
  const exited = once(child, 'exit');
  const nextMessage = async (): Promise<FromServer> => {
    const [message] = await Promise.race([once(child, 'message'), exited.then(() => [{ failure: 'it ended early' }])]);
    return message;
  };
  const first = await nextMessage();
  if (!('port' in first)) throw new Error(`${script.pathname}: ${'failure' in first ? first.failure : 'no port'}`);
  const close = async () => {
    if (child.connected) child.disconnect();
    await exited;
  };
  return {
    origin: `http://127.0.0.1:${first.port}`,
    takeTally: async () => {
      const answer = nextMessage();
      child.send('tally');
      const message = await answer;
      if (!('tally' in message)) throw new Error(`${script.pathname}: no tally`);
      return message.tally;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * The other half: serves until the parent goes away, or until it is interrupted when a person started it, for whom
 * the address is printed.
 */
export async function runServerProcess(
  openSite: () => Site,
  port = 0,
  where: Parameters<typeof startLoopbackServer>[2] = 'one-address',
  certificate?: Certificate,
): Promise<void> {
  const send = (message: FromServer) => process.send?.(message);
  try {
    const running = await startLoopbackServer(openSite(), port, where, certificate);
    process.on('message', () => send({ tally: running.takeTally() }));
    process.on('disconnect', () => process.exit(0));
    if (!send({ port: running.port })) console.log(`http://127.0.0.1:${running.port}/`);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    process.exitCode = 1;
    if (process.send) process.send({ failure }, () => process.disconnect());
    else console.error(failure);
  }
}
