/**
 * Prices of calls: list prices of us-east-1 in dollars, on demand, without free tiers (DynamoDB as since November
 * 2024).
 */
export const awsPrices = {
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  /** https://aws.amazon.com/sqs/pricing/, standard queues; each 64 KB of a call counts as one. */
  sqsRequest: 0.4e-6,
  /** https://aws.amazon.com/s3/pricing/, S3 Standard: PUT, COPY, POST, LIST. DELETE is free. */
  s3Put: 5e-6,
  /** GET and all other requests. */
  s3Get: 0.4e-6,
  /** https://aws.amazon.com/lambda/pricing/, arm64. */
  lambdaGbSecond: 13.3334e-6,
  /** The same, x86: the function with the browser. */
  browserGbSecond: 16.6667e-6,
  lambdaRequest: 0.2e-6,
  /** https://aws.amazon.com/step-functions/pricing/, standard workflows. */
  stateTransition: 25e-6,
  /** https://aws.amazon.com/cloudwatch/pricing/: logs with a month of storage; a metric for a month. */
  logGb: 0.53,
  metricMonth: 0.3,
  /** Items of DynamoDB, and objects of S3, stored for a month. */
  tableGbMonth: 0.25,
  objectGbMonth: 0.023,
} as const;

/** The amount that was used of each service that has a price. */
export type Usage = Readonly<Record<keyof typeof awsPrices, number>>;

export type Dollars = ReturnType<typeof dollarsOf>;

export function dollarsOf(usage: Usage) {
  const of = (...things: (keyof Usage)[]): number =>
    things.reduce((sum, name) => sum + usage[name] * awsPrices[name], 0);
  const parts = {
    dynamodb: of('writeUnit', 'readUnit'),
    sqs: of('sqsRequest'),
    s3: of('s3Put', 's3Get'),
    lambda: of('lambdaGbSecond', 'browserGbSecond', 'lambdaRequest'),
    stepFunctions: of('stateTransition'),
    cloudWatch: of('logGb', 'metricMonth'),
    storage: of('tableGbMonth', 'objectGbMonth'),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}
