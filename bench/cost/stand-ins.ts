import { Readable } from 'node:stream';
/** S3 and SQS as far as the crawl uses them: real clients, real adapters, and answers from this process. */
import {
  type DeleteObjectCommandInput,
  type GetObjectCommandInput,
  type ListObjectsV2CommandInput,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { answerCalls } from '../../test/pure/adapters/aws/answered-client.ts';

const options = {
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};

/** `objects`: its contents, by key. */
export function memoryS3(objects = new Map<string, Uint8Array>()): S3Client {
  const client = new S3Client({ ...options, forcePathStyle: true });
  answerCalls(client, 'command', async (command, input) => {
    switch (command) {
      case 'PutObjectCommand': {
        const { Key = '', Body } = input as PutObjectCommandInput;
        // The caller gives back the memory of what it has sent.
        objects.set(Key, Buffer.from(Body as Uint8Array));
        return {};
      }
      case 'GetObjectCommand': {
        const body = objects.get((input as GetObjectCommandInput).Key ?? '');
        if (body === undefined) throw missing((input as GetObjectCommandInput).Key);
        return { Body: Readable.from([body]) };
      }
      case 'DeleteObjectCommand':
        objects.delete((input as DeleteObjectCommandInput).Key ?? '');
        return {};
      case 'ListObjectsV2Command': {
        const { Prefix = '' } = input as ListObjectsV2CommandInput;
        return { Contents: [...objects.keys()].filter(key => key.startsWith(Prefix)).map(Key => ({ Key })) };
      }
      default:
        throw new Error(`${command} is not one of ours`);
    }
  });
  return client;
}

function missing(key: string | undefined): S3ServiceException {
  const $metadata = { httpStatusCode: 404 };
  return new S3ServiceException({ name: 'NoSuchKey', $fault: 'client', message: `no ${key}`, $metadata });
}

/** `accept` gets the body and the delay of every message that is sent. */
export function memorySqs(accept: (queueUrl: string, body: string, delayMs: number) => void): SQSClient {
  const client = new SQSClient({ ...options, useQueueUrlAsEndpoint: false, md5: false });
  answerCalls(client, 'command', async (command, input) => {
    if (command !== 'SendMessageBatchCommand') throw new Error(`${command} is not one of ours`);
    const { QueueUrl = '', Entries = [] } = input as SendMessageBatchCommandInput;
    for (const { MessageBody = '', DelaySeconds = 0 } of Entries) accept(QueueUrl, MessageBody, DelaySeconds * 1000);
    return { Successful: Entries.map(({ Id }) => ({ Id })) };
  });
  return client;
}
