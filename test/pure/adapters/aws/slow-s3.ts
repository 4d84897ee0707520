import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { S3Client } from '@aws-sdk/client-s3';

export interface ScriptedS3 extends AsyncDisposable {
  readonly client: S3Client;
  /** Method and path of each request. */
  readonly asked: readonly string[];
}

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse, nth: number) => void;

/** S3 as `answer` plays it, on loopback: for what an emulator never does. */
export async function scriptedS3(answer: Answer, maxAttempts = 5): Promise<ScriptedS3> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`);
      answer(request, Buffer.concat(parts), response, asked.length);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts,
  });
  return {
    client,
    asked,
    async [Symbol.asyncDispose]() {
      client.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

export function slowDown(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/xml' });
  response.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
}
