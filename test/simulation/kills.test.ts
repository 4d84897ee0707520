/** One machine: its processes die all at once, their messages with them, and every crawl is resumed at once. */
import { describe, expect, test } from 'vitest';
import { leaseMs, protocol } from '../../shared/domain/protocol/protocol.ts';
import * as mutants from './mutants/lease-mutants.ts';
import { quietPlan } from './plans.ts';
import { type Mutation, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles, walkedOnce } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { sqliteState } from './world/simulated-state.ts';

const seeds = 15;
const mostKills = 6;

/** Nobody sweeps: what is lost stays lost. */
const sound = walkedOnce(seed => ({ ...quietPlan(seed, { budgets: false }), sweeper: false }));

async function walkKilled(seed: number, mutation: Mutation): Promise<{ quiet: WalkResult; killed: WalkResult }> {
  const { plan, quiet } = await sound(seed);
  const random = new Random(seed ^ 0xdead);
  const killsAt = Array.from({ length: mostKills }, () => random.int(1, quiet.virtualMs));
  return { quiet, killed: await simulate({ ...plan, killsAt }, mutation) };
}

/** Of each holder of a lease it is known whether it lives. */
const known: Mutation = { openState: sqliteState() };
/** Nobody can tell: a system without /proc, and AWS. */
const unknown: Mutation = { openState: sqliteState(undefined, { tellsDead: false }) };
const inAws: Mutation = { openState: dynamoState({ throttled: 0, conflict: 0, lostAnswer: 0 }) };

describe('a resume right after a kill', { timeout: 600_000 }, () => {
  test('waits for no lease where the dead are known, and comes to the same files', async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { quiet, killed } = await walkKilled(seed, known);
      expect([...killed.breaches, ...differencesOfFiles(quiet, killed)], `seed ${seed}`).toEqual([]);
      expect(killed.putBacks, `seed ${seed}`).toBe(0);
    }
  });

  describe.each([
    ['SQLite', unknown, seeds],
    ['DynamoDB', inAws, 4],
  ])('where they are not, with %s,', (_, mutation, most) => {
    test('waits for the end of each lease, and then goes on', async () => {
      let putBacks = 0;
      for (let seed = 1; seed <= most; seed += 1) {
        const { quiet, killed } = await walkKilled(seed, mutation);
        expect([...killed.breaches, ...differencesOfFiles(quiet, killed)], `seed ${seed}`).toEqual([]);
        const longest = leaseMs + protocol.clockSkewMs + protocol.hardEndMs;
        expect(killed.virtualMs - quiet.virtualMs, `seed ${seed}`).toBeLessThan((mostKills + 1) * longest);
        putBacks += killed.putBacks;
      }
      expect(putBacks).toBeGreaterThan(most);
    });

    test('stands still for ever where a message is dropped because its turn has a lease', async () => {
      let stuck = 0;
      for (let seed = 1; seed <= most; seed += 1) {
        const { killed } = await walkKilled(seed, { ...mutation, ...mutants.dropsOnTurnsLease });
        if (killed.breaches.some(breach => breach.includes('is stuck'))) stuck += 1;
      }
      expect(stuck).toBeGreaterThan(most / 2);
    });
  });

  test('leaves few messages alive; one more for each that stays would show', async () => {
    let sound = 0;
    let broken = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const { quiet, killed } = await walkKilled(seed, unknown);
      const sites = quiet.crawls.reduce((sum, crawl) => sum + crawl.sites.size, 0);
      sound = Math.max(sound, killed.mostAlive / sites);
      const more = await walkKilled(seed, { ...unknown, ...mutants.sendsBesidesStaying(30) });
      broken = Math.max(broken, more.killed.mostAlive / sites);
    }
    expect(sound).toBeLessThanOrEqual(6);
    expect(broken).toBeGreaterThan(2 * sound);
  });
});
