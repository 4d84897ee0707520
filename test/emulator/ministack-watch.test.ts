import { test } from 'vitest';
import { describeDeployedWatch } from './deployed-watch.ts';
import { startMiniStack, whyNoMiniStack } from './ministack.ts';

const missing = await whyNoMiniStack();
if (missing === undefined) describeDeployedWatch('MiniStack', startMiniStack);
else {
  console.log(missing);
  test.skip(missing);
}
