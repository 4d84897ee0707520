import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** The answer of a server to a request, by how many came before. */
export type Behaviour = (asked: Asked, before: number, answer: ServerResponse) => void;

/** A server on loopback that plays a language model. */
export async function modelServer(behaviour: Behaviour) {
  const asked: Asked[] = [];
  const server = createServer(async (request, answer) => {
    const body = JSON.parse(await text(request));
    const one = { url: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    behaviour(one, asked.length - 1, answer);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    address: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** An answer as OpenAI's chat completions wrap it. */
export function chatAnswer(content: unknown): Behaviour {
  return (_, __, answer) => {
    const usage = { prompt_tokens: 400, completion_tokens: 40 };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage }));
  };
}

/** An answer as Converse wraps it. */
export function converseAnswer(input: unknown): Behaviour {
  return (_, __, answer) => {
    const content = [{ toolUse: { toolUseId: 'a', name: 'tone', input } }];
    const usage = { inputTokens: 400, outputTokens: 40, totalTokens: 440 };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ output: { message: { role: 'assistant', content } }, stopReason: 'tool_use', usage }));
  };
}
