import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { StoredFile } from '../../domain/protocol/crawl-record.ts';
import type { ResultFile, ResultSink } from '../../ports/result-ports.ts';
import { resultKey } from './object-keys.ts';

/** S3 takes parts of at least 5 MiB, except for the last, and at most 10,000 of them: files of up to 78 GiB. */
const partBytes = 8 * 1024 * 1024;

export interface S3ResultSinkOptions {
  readonly client: S3Client;
  readonly bucket: string;
  readonly crawl: string;
  /** The key of a file; absent: that of a result of the crawl. */
  readonly keyOf?: (name: string) => string;
  /** Hears of each file once it is there: S3 keeps no SHA-256 of a whole multipart object. */
  stored(file: StoredFile): void;
}

/**
 * Result files of one crawl in S3. A small file is a single PUT. A larger file is a multipart upload that is completed
 * at the end.
 */
export class S3ResultSink implements ResultSink {
  private readonly options: S3ResultSinkOptions;

  constructor(options: S3ResultSinkOptions) {
    this.options = options;
  }

  async create(name: string): Promise<ResultFile> {
    return new S3ResultFile(this.options, name);
  }
}

class S3ResultFile implements ResultFile {
  private readonly options: S3ResultSinkOptions;
  private readonly name: string;
  private readonly object: { readonly Bucket: string; readonly Key: string };
  private readonly hash = createHash('sha256');
  private readonly parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
  private upload: string | undefined;
  private blocks: Uint8Array[] = [];
  private blockBytes = 0;
  private sizeBytes = 0;

  constructor(options: S3ResultSinkOptions, name: string) {
    this.options = options;
    this.name = name;
    this.object = { Bucket: options.bucket, Key: options.keyOf?.(name) ?? resultKey(options.crawl, name) };
  }

  async write(bytes: Uint8Array | string): Promise<void> {
    const block = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    this.hash.update(block);
    this.sizeBytes += block.byteLength;
    this.blocks.push(block);
    this.blockBytes += block.byteLength;
    if (this.blockBytes >= partBytes) await this.sendPart();
  }

  async close(): Promise<void> {
    if (this.upload === undefined) await this.send(new PutObjectCommand({ ...this.object, Body: this.takeBlocks() }));
    else await this.complete(this.upload);
    const { name, sizeBytes } = this;
    this.options.stored({ name, sizeBytes, sha256: this.hash.digest('hex') });
  }

  async abort(): Promise<void> {
    this.takeBlocks();
    if (this.upload !== undefined)
      await this.send(new AbortMultipartUploadCommand({ ...this.object, UploadId: this.upload }));
  }

  private async complete(upload: string): Promise<void> {
    if (this.blockBytes > 0) await this.sendPart();
    const request = { ...this.object, UploadId: upload, MultipartUpload: { Parts: this.parts } };
    await this.send(new CompleteMultipartUploadCommand(request));
  }

  private async sendPart(): Promise<void> {
    this.upload ??= (await this.send(new CreateMultipartUploadCommand(this.object))).UploadId;
    const PartNumber = this.parts.length + 1;
    const request = { ...this.object, UploadId: this.upload, PartNumber, Body: this.takeBlocks() };
    const { ETag } = await this.send(new UploadPartCommand(request));
    this.parts.push({ ETag, PartNumber });
  }

  private takeBlocks(): Uint8Array {
    const bytes = Buffer.concat(this.blocks);
    this.blocks = [];
    this.blockBytes = 0;
    return bytes;
  }

  private send: S3Client['send'] = (async (command: Parameters<S3Client['send']>[0]) => {
    try {
      return await this.options.client.send(command);
    } catch (cause) {
      throw new Error(`Result file ${this.name} cannot be written: ${(cause as Error).message}`, { cause });
    }
  }) as S3Client['send'];
}
