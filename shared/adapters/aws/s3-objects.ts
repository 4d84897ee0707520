import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { gatherBytes, releaseJoined } from '../../domain/gathered-bytes.ts';
import { LostObject } from '../../domain/lost-object.ts';
import type { ObjectStore } from '../../ports/ports.ts';
import { objectKey, objectNameOf } from './object-keys.ts';

const inflate = promisify(gunzip);

/** Quick rather than small: bodies are read once and gone within days. */
const gzipLevel = 3;

/**
 * Objects of one crawl in S3, gzipped. gzip's own CRC-32 and length are checked on every read (RFC 1952, section
 * 2.3.1), so bytes that were changed or cut short are found and not believed. A name is written once. The port promises
 * that all writers of a name have equal content, so the second writer leaves the object as it is.
 */
export class S3Objects implements ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly crawl: string;

  constructor(options: { client: S3Client; bucket: string; crawl: string }) {
    this.client = options.client;
    this.bucket = options.bucket;
    this.crawl = options.crawl;
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    const zipped = Readable.from(parts, { objectMode: true }).pipe(createGzip({ level: gzipLevel }));
    const body = await gatherBytes(zipped, undefined, true);
    try {
      await this.client.send(new PutObjectCommand({ ...this.at(name), Body: body, IfNoneMatch: '*' }));
    } catch (error) {
      // 409: a second writer puts equal content at this moment. S3 keeps the last object.
      if (isStatus(error, 409)) await this.client.send(new PutObjectCommand({ ...this.at(name), Body: body }));
      else if (!isStatus(error, 412)) throw named('put', name, error);
    } finally {
      // Left to the garbage collector, bodies of some MB outgrow a small function.
      releaseJoined(body);
    }
  }

  async get(name: string): Promise<Uint8Array> {
    const zipped = await this.download(name);
    try {
      return await inflate(zipped);
    } catch (error) {
      throw new LostObject(`S3 object ${name}`, `is damaged: ${(error as Error).message}`, { cause: error });
    }
  }

  private async download(name: string): Promise<Uint8Array> {
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand(this.at(name)));
      return await gatherBytes(body as Readable | undefined);
    } catch (error) {
      if (isStatus(error, 404)) throw new LostObject(`S3 object ${name}`, 'is missing', { cause: error });
      throw named('get', name, error);
    }
  }

  async remove(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.at(name)));
  }

  async list(prefix: string): Promise<string[]> {
    const names: string[] = [];
    const request = { Bucket: this.bucket, Prefix: objectKey(this.crawl, prefix) };
    for (let token: string | undefined; ; ) {
      const page = await this.client.send(new ListObjectsV2Command({ ...request, ContinuationToken: token }));
      for (const { Key: key } of page.Contents ?? []) if (key !== undefined) names.push(objectNameOf(this.crawl, key));
      token = page.NextContinuationToken;
      if (token === undefined) return names;
    }
  }

  private at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: objectKey(this.crawl, name) };
  }
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}

function named(verb: string, name: string, cause: unknown): Error {
  return new Error(`S3 object ${name}: ${verb} failed: ${(cause as Error).message}`, { cause });
}
