import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { dueIndex } from '../shared/adapters/aws/dynamo/store-needs.ts';

/** Whether a table can be restored to an instant, which AWS bills by size: what can be crawled again is worth no backup. */
type Backup = 'restorable' | 'crawled-again';

/**
 * The state of all crawls. Every table has the same key, `pk` and `sk`, and forgets an item after its `ttl`; what is
 * in them is written down in shared/adapters/aws/dynamo/calls/dynamo-tables.ts.
 */
export class CrawlTables extends Construct {
  /** Crawls and their sites. */
  readonly crawls: Table;
  /** Lease and next allowed instant per host, shared by all crawls of the account. */
  readonly tokens: Table;
  /** Claims of URLs and of contents, frontier chunks, live status. */
  readonly pages: Table;
  /** Unique external and bad links. */
  readonly links: Table;
  /** Addresses that watches look at again and again, and the sources by the instants at which they wake. */
  readonly watched: Table;

  /** The findings of watches. Nothing expires; shared/adapters/aws/publications/publication-items.ts has its keys. */
  readonly publications: Table;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.crawls = this.table('Crawls', 'restorable');
    this.tokens = this.table('Tokens', 'crawled-again');
    this.pages = this.table('Pages', 'crawled-again');
    this.links = this.table('Links', 'crawled-again');
    this.publications = this.table('Publications', 'restorable');
    this.watched = this.table('Watched', 'restorable');
    this.watched.addLocalSecondaryIndex({
      indexName: dueIndex,
      sortKey: { name: 'due', type: AttributeType.NUMBER },
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }

  private table(id: string, backup: Backup): Table {
    return new Table(this, id, {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: backup === 'restorable' },
    });
  }
}
