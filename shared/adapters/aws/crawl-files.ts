import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { kindsOfCrawl } from '../../domain/protocol/kept-days.ts';
import {
  dailyOrganizationsPrefixOf,
  dailyPrefixOf,
  dailyRecordsPrefixOf,
  organizationTables,
  resultKey,
} from './object-keys.ts';

/** How long a presigned address is valid. */
const presignedSeconds = 900;

/** Errors of single objects that pass: such an object is in the next list. */
const passing = new Set(['SlowDown', 'InternalError', 'ServiceUnavailable']);

/** Files of a crawl: downloads and uploads by presigned addresses, and removal. */
export class CrawlFiles {
  private readonly client: S3Client;
  private readonly presigning: S3Client;
  private readonly bucket: string;

  constructor(options: { client: S3Client; presigning: S3Client; bucket: string }) {
    this.client = options.client;
    this.presigning = options.presigning;
    this.bucket = options.bucket;
  }

  async downloadUrl(crawl: string, name: string): Promise<string> {
    const fileName = name.slice(name.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/g, '_');
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: resultKey(crawl, name),
      ResponseContentDisposition: `attachment; filename="${fileName}"`,
    });
    return await getSignedUrl(this.presigning, command, { expiresIn: presignedSeconds });
  }

  async uploadUrl(upload: string, sizeBytes: number): Promise<string> {
    const command = new PutObjectCommand({ Bucket: this.bucket, Key: uploadKey(upload), ContentLength: sizeBytes });
    return await getSignedUrl(this.presigning, command, {
      expiresIn: presignedSeconds,
      signableHeaders: new Set(['content-length', 'host']),
    });
  }

  async hasUpload(upload: string): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: uploadKey(upload) }));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  async readUpload(upload: string): Promise<Uint8Array> {
    const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: uploadKey(upload) }));
    return (await answer.Body?.transformToByteArray()) ?? new Uint8Array(0);
  }

  /** At most `most` bytes of a result file from `from` on; empty at its end, undefined if there is no such file. */
  async readResult(crawl: string, name: string, from: number, most: number): Promise<Uint8Array | undefined> {
    const Range = `bytes=${from}-${from + most - 1}`;
    try {
      const command = new GetObjectCommand({ Bucket: this.bucket, Key: resultKey(crawl, name), Range });
      return (await (await this.client.send(command)).Body?.transformToByteArray()) ?? new Uint8Array(0);
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      if ((error as { name?: string }).name === 'InvalidRange') return new Uint8Array(0);
      throw error;
    }
  }

  /** Removes objects of a crawl until `isOver`. */
  async removeAll(
    crawl: string,
    isOver: () => boolean,
  ): Promise<{ readonly removed: number; readonly isDone: boolean }> {
    let removed = 0;
    const prefixes = [
      ...kindsOfCrawl.map(kind => `${kind}/${crawl}/`),
      dailyPrefixOf(crawl),
      dailyRecordsPrefixOf(crawl),
    ];
    prefixes.push(...organizationTables.map(table => dailyOrganizationsPrefixOf(crawl, table)));
    for (const Prefix of prefixes) {
      for (;;) {
        const listing = new ListObjectsV2Command({ Bucket: this.bucket, Prefix });
        const { Contents: found = [] } = await this.client.send(listing);
        if (found.length === 0) break;
        if (isOver()) return { removed, isDone: false };
        const Objects = found.map(({ Key }) => ({ Key }));
        const deleting = new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } });
        const { Errors: left = [] } = await this.client.send(deleting);
        const refused = left.find(({ Code: code = '' }) => !passing.has(code));
        if (refused !== undefined) throw new Error(`${refused.Key} was not deleted: ${refused.Message}`);
        removed += Objects.length - left.length;
      }
    }
    return { removed, isDone: true };
  }
}

function uploadKey(upload: string): string {
  return `uploads/${upload}`;
}
