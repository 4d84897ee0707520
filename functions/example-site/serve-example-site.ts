import { allowance, BadInput, refusedValue } from '../../shared/domain/refusal/refusal.ts';
import { listen } from './example-answer.ts';
import { exampleAnswer } from './example-pages.ts';

interface ExampleSite extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** Tried first, so that two runs have the same addresses and so the same results. */
const usualPort = 8765;

/**
 * Serves the bundled site on loopback, at `port`. Without `port` it takes the usual port, or any free port if the usual
 * port is taken. Throws `BadInput` where `port` is taken.
 */
export async function serveExampleSite(port?: number): Promise<ExampleSite> {
  const { origin, close } = await listen(port ?? usualPort, exampleAnswer).catch(async error => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (port !== undefined) throw new BadInput([refusedValue('--example', port, allowance('example-port'))]);
    return await listen(0, exampleAnswer);
  });
  return { url: `${origin}/`, close, [Symbol.asyncDispose]: close };
}
