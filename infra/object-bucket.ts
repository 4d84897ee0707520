import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { keptDays } from '../shared/domain/protocol/kept-days.ts';
import { longestCrawlDays } from '../shared/domain/protocol/longest-crawl.ts';
import type { Settings } from './settings.ts';

/** Kinds of objects, which their keys begin with (shared/adapters/aws/object-keys.ts). */
export type ObjectKind =
  | ('bodies' | 'segments' | 'robots' | 'answers' | 'samples' | 'traversals' | 'states')
  | ('results' | 'control' | 'lists' | 'uploads')
  /** Of watches, which go on for ever: kept until their crawl is deleted. */
  | ('memories' | 'publications' | 'tables')
  /** Pages of publications, by the days for which they are kept. */
  | `kept-${(typeof keptDays)[number]}`;

/** Bodies, segments, results: nothing public, nothing in the clear, nothing for ever. */
export function objectBucket(scope: Construct, { bodyDays, retentionDays }: Settings): Bucket {
  const forgotten = (kind: ObjectKind, days: number) => ({ prefix: `${kind}/`, expiration: Duration.days(days) });
  // Results are written when a crawl ends, which is when its retention begins; objects of a watch may be a year older.
  const afterResults = retentionDays + 2;
  const afterCrawls = retentionDays + 365;
  const afterLongest = retentionDays + longestCrawlDays + 2;
  return new Bucket(scope, 'Objects', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      forgotten('bodies', bodyDays),
      forgotten('uploads', bodyDays),
      forgotten('segments', afterLongest),
      forgotten('robots', afterCrawls),
      forgotten('answers', afterCrawls),
      forgotten('samples', afterCrawls),
      forgotten('traversals', afterCrawls),
      forgotten('states', afterCrawls),
      forgotten('results', afterResults),
      forgotten('lists', afterResults),
      forgotten('control', afterCrawls),
      // One day more: they are read by whole days (UTC).
      ...keptDays.map(days => forgotten(`kept-${days}`, days + 1)),
      { abortIncompleteMultipartUploadAfter: Duration.days(2) },
    ],
  });
}
