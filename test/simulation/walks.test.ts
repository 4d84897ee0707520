import { expect, test } from 'vitest';
import { walk } from './walk.ts';

/** `ORBWEAVER_SEED=n` walks seed n alone; `ORBWEAVER_WALKS=n` walks the seeds 1 to n. */
const one = process.env['ORBWEAVER_SEED'];
const first = one === undefined ? 1 : Number(one);
const count = one === undefined ? Number(process.env['ORBWEAVER_WALKS'] ?? 150) : 1;
/**
 * Messages alive at once, per site: with nothing lost or doubled the next fetch, parses of turns that are fetched ahead,
 * the one just being handled, and what a tick adds; with faults also those whose consumer died, until their visibility
 * ends.
 */
const mostMessages = { quiet: 6, faulty: 12 };

test(`crawls are the reference crawl, with and without faults (seeds ${first} to ${first + count - 1})`, async () => {
  let mostAlive = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const { problems, walks } = await walk(seed);
    expect(problems, `replay by ORBWEAVER_SEED=${seed}`).toEqual([]);
    const [quiet, faulty] = walks;
    mostAlive = Math.max(mostAlive, faulty!.mostAlive);
    const sites = quiet!.crawls.reduce((sum, crawl) => sum + crawl.sites.size, 0);
    expect(quiet!.mostAlive, `replay by ORBWEAVER_SEED=${seed}`).toBeLessThanOrEqual(mostMessages.quiet * sites);
    expect(faulty!.mostAlive, `replay by ORBWEAVER_SEED=${seed}`).toBeLessThanOrEqual(mostMessages.faulty * sites);
  }
  console.log(`${count} walks from seed ${first}; at most ${mostAlive} messages were alive at once`);
}, 600_000);
