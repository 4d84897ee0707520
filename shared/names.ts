/** The source of all events of this program on the bus of the account. */
export const eventSource = 'orbweaver';

/** The host that requests of EventBridge Scheduler name (infra/scheduled-crawls.ts). */
export const schedulerDomain = 'scheduler';

/** Names of environment variables that the CDK app sets and the AWS adapters read. */
export const names = {
  crawlsTable: 'ORBWEAVER_CRAWLS_TABLE',
  tokensTable: 'ORBWEAVER_TOKENS_TABLE',
  pagesTable: 'ORBWEAVER_PAGES_TABLE',
  linksTable: 'ORBWEAVER_LINKS_TABLE',
  watchedTable: 'ORBWEAVER_WATCHED_TABLE',
  publicationsTable: 'ORBWEAVER_PUBLICATIONS_TABLE',
  /** `true` where the stack wakes sources of watches. */
  watches: 'ORBWEAVER_WATCHES',
  bucket: 'ORBWEAVER_BUCKET',
  fetchQueueUrl: 'ORBWEAVER_FETCH_QUEUE_URL',
  parseQueueUrl: 'ORBWEAVER_PARSE_QUEUE_URL',
  /** Absent if no browser is deployed. */
  browserQueueUrl: 'ORBWEAVER_BROWSER_QUEUE_URL',
  /** Events that could not be handled, or sent. */
  lostEventsUrl: 'ORBWEAVER_LOST_EVENTS_URL',
  /** Events of two stacks of an account are distinguished by it. */
  stackName: 'ORBWEAVER_STACK_NAME',
  stateMachineArn: 'ORBWEAVER_STATE_MACHINE_ARN',
  /** Absent if no watches are deployed. */
  searchMachineArn: 'ORBWEAVER_SEARCH_MACHINE_ARN',
  removalMachineArn: 'ORBWEAVER_REMOVAL_MACHINE_ARN',
  /** `name:port,…`: private hosts that may be crawled; set at deploy time only. */
  allowHosts: 'ORBWEAVER_ALLOW_HOSTS',
  /** Days that finished crawls are kept. */
  retentionDays: 'ORBWEAVER_RETENTION_DAYS',
  /** Days after the end of a crawl for which its claims are kept. */
  claimDays: 'ORBWEAVER_CLAIM_DAYS',
  /** Invocations of the consumers for one crawl, at most. */
  maxInvocations: 'ORBWEAVER_MAX_INVOCATIONS',
  /** URLs of one site that the function which unloads takes, at most; absent: it has no bound. */
  unloadedUrls: 'ORBWEAVER_UNLOADED_URLS',
} as const;
