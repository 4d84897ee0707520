import { afterAll, beforeAll } from 'vitest';
import { startLayeredSite } from '../../crawl/layered-site.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { ServedConsole } from './served-console.ts';

/** The common parts of tests of the local console: the console, a site of two pages, and one that takes a while. */

export let served: ServedConsole;
export let small: LoopbackSite;
export let large: LoopbackSite;

/** Each file calls it first, and has all three anew. */
export function serveTwoSites(): void {
  beforeAll(async () => {
    served = new ServedConsole();
    await served.start();
    small = await startSite({
      '/': page('<script>start</script>', '/a', 'http://other.example/x', 'javascript:void(0)'),
      '/a': page('=1+1', '/', '/gone'),
    });
    large = await startLayeredSite(8, { answerAfterMs: 30 });
  });
  afterAll(async () => {
    await served.close();
    await small.close();
    await large.close();
  });
}
