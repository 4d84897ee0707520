import { test } from 'vitest';
import { describeDeployedCrawl } from './deployed-crawl.ts';
import { startMiniStack, whyNoMiniStack } from './ministack.ts';

const missing = await whyNoMiniStack();
if (missing === undefined) describeDeployedCrawl('MiniStack', startMiniStack);
else {
  console.log(missing);
  test.skip(missing);
}
