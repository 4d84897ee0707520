import { test } from 'vitest';
import { describeDeployedCrawl } from './deployed-crawl.ts';
import { startLocalStack, whyNoLocalStack } from './localstack.ts';

const missing = await whyNoLocalStack();
if (missing === undefined) describeDeployedCrawl('LocalStack', startLocalStack);
else {
  console.log(missing);
  test.skip(missing);
}
