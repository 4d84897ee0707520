import { describe, expect, test } from 'vitest';
import { firstDifference } from '../../../../shared/wings/clicking/history-labels.ts';
import { Traversal } from '../../../../shared/wings/clicking/traversal.ts';
import type { TraversalCheckpoint } from '../../../../shared/wings/clicking/traversal-checkpoint.ts';
import type { DriverAnswer, Observation, PressRequest } from '../../../../shared/wings/clicking/traversal-driver.ts';
import { type TraversalSettings, traversalDefaults } from '../../../../shared/wings/clicking/traversal-settings.ts';
import { draws } from '../../draws.ts';
import { type Automaton, AutomatonDriver, type AutomatonState, chance, Finds } from './automaton.ts';

/** Conditions that hold after every step (the study's section 6, "pure graph"). */
function expectSound(traversal: Traversal): void {
  const { graph } = traversal;
  for (const vertex of graph.vertices) {
    for (const [edge, labels] of vertex.edges) {
      if (labels.length === 0) throw new Error(`edge ${edge} has no label`);
      for (const [i, a] of labels.entries()) {
        if (graph.byId(a.to) === undefined) throw new Error(`edge ${edge} leads nowhere`);
        for (const b of labels.slice(i + 1)) {
          const n = firstDifference(a.full, b.full, Math.min(a.length, b.length));
          if (n === undefined) throw new Error(`two labels of ${edge} match one history`);
        }
      }
    }
  }
}

async function run(
  automaton: Automaton,
  settings: TraversalSettings,
  random?: () => number,
): Promise<{ readonly end: string; readonly finds: Finds; readonly driver: AutomatonDriver; traversal: Traversal }> {
  const finds = new Finds();
  const driver = new AutomatonDriver(automaton, random);
  const traversal = new Traversal(driver, finds, settings);
  for (;;) {
    const end = await traversal.step();
    expectSound(traversal);
    if (end !== undefined) return { end, finds, driver, traversal };
  }
}

interface Shape {
  readonly states: number;
  readonly buttons: number;
  /** States that look alike. */
  readonly hidden?: boolean;
  readonly byChance?: boolean;
  readonly roots?: number;
}

function drawn(random: () => number, shape: Shape): Automaton {
  const below = (n: number) => Math.floor(random() * n);
  const states = Array.from({ length: shape.states }, (_, id): AutomatonState => {
    const look = shape.hidden ? below(Math.ceil(shape.states / 2)) : id;
    const count = 1 + below(shape.buttons);
    const buttons = Array.from({ length: count }, (_, b) => `b${shape.hidden ? (look + b) % shape.buttons : b}`);
    const targets = () =>
      shape.byChance && random() < 0.3 ? [below(shape.states), below(shape.states)] : [below(shape.states)];
    return {
      buttons: [...new Set(buttons)],
      links: [`/s${look}`, ...(random() < 0.2 ? ['/common'] : [])],
      edges: Object.fromEntries(buttons.map(button => [button, targets()])),
    };
  });
  return { states, roots: Array.from({ length: shape.roots ?? 1 }, () => below(shape.states)) };
}

/** Links of all states that presses can reach. */
function reachable(automaton: Automaton): Set<string> {
  const seen = new Set(automaton.roots);
  for (const id of seen)
    for (const targets of Object.values(automaton.states[id]!.edges)) for (const target of targets) seen.add(target);
  return new Set([...seen].flatMap(id => automaton.states[id]!.links));
}

const patient: TraversalSettings = {
  ...traversalDefaults,
  clicks: 0,
  fruitless: 1_000_000,
  tries: 1_000,
  burst: 1,
  pairs: 0,
};

describe('10,000 random automata', () => {
  test('deterministic ones whose states look different are covered whole', async () => {
    const random = chance(1);
    for (let n = 0; n < 4_000; n += 1) {
      const automaton = drawn(random, { states: 2 + Math.floor(random() * 12), buttons: 4 });
      const { end, finds } = await run(automaton, patient);
      expect([n, end]).toEqual([n, 'done']);
      expect([n, finds.urls]).toEqual([n, reachable(automaton)]);
    }
  });

  test.each([
    ['hidden variables', { hidden: true }],
    ['chance edges', { byChance: true }],
    ['changing roots', { roots: 3 }],
    ['all of these', { hidden: true, byChance: true, roots: 3 }],
  ])('with %s every traversal ends within its limit, and its graph is sound', async (_, shape) => {
    const random = chance(2);
    for (let n = 0; n < 1_500; n += 1) {
      const automaton = drawn(random, { states: 2 + Math.floor(random() * 12), buttons: 4, ...shape });
      const settings = { ...traversalDefaults, clicks: 20 + Math.floor(random() * 100) };
      const { traversal, finds } = await run(automaton, settings, chance(n));
      expect(traversal.report().clicks).toBeLessThanOrEqual(settings.clicks);
      expect([...reachable(automaton)]).toEqual(expect.arrayContaining([...finds.urls]));
    }
  });
});

describe('a traversal', () => {
  test('makes the same presses for the same answers', async () => {
    const automaton = drawn(chance(7), { states: 20, buttons: 4, hidden: true, byChance: true, roots: 2 });
    const first = await run(automaton, traversalDefaults, chance(3));
    const second = await run(automaton, traversalDefaults, chance(3));
    expect(second.driver.presses).toEqual(first.driver.presses);
    expect(second.traversal.checkpoint()).toEqual(first.traversal.checkpoint());
  });

  test('that is cut after any step and goes on in another process finds the same', async () => {
    for (let seed = 0; seed < draws(20); seed += 1) {
      const automaton = drawn(chance(seed), { states: 12, buttons: 4 });
      const whole = await run(automaton, patient);
      for (let cut = 1; ; cut += 1) {
        const finds = new Finds();
        const before = new Traversal(new AutomatonDriver(automaton), finds, patient);
        let end: string | undefined;
        for (let n = 0; n < cut && end === undefined; n += 1) end = await before.step();
        if (end !== undefined) break;
        const saved = JSON.parse(JSON.stringify(before.checkpoint())) as TraversalCheckpoint;
        const after = new Traversal(new AutomatonDriver(automaton), finds, patient, saved);
        while ((await after.step()) === undefined) expectSound(after);
        expect([seed, cut, finds.urls, done(after)]).toEqual([seed, cut, whole.finds.urls, done(whole.traversal)]);
      }
    }
  });

  test.each([
    ['whose states look different', false],
    ['some of whose states look alike', true],
  ])('whose browser is killed at any load or press ends as if it had lived, on pages %s', async (_, hidden) => {
    for (let seed = 0; seed < draws(20); seed += 1) {
      const automaton = drawn(chance(seed), { states: 8, buttons: 3, hidden });
      const settings = { ...traversalDefaults, pairs: 10 };
      const whole = await run(automaton, settings);
      for (let fatal = 1; ; fatal += 1) {
        const driver = new KilledDriver(automaton, fatal);
        const finds = new Finds();
        const traversal = new Traversal(driver, finds, settings);
        while ((await traversal.step()) === undefined) expectSound(traversal);
        if (driver.calls < fatal) break;
        expect([seed, fatal, finds.urls, done(traversal)]).toEqual([
          ...[seed, fatal, whole.finds.urls, done(whole.traversal)],
        ]);
      }
    }
  });
});

/** A page whose browser is killed once, under the call of this number. */
class KilledDriver extends AutomatonDriver {
  calls = 0;
  readonly #fatal: number;

  constructor(automaton: Automaton, fatal: number) {
    super(automaton);
    this.#fatal = fatal;
  }

  override observe(): Promise<Observation> {
    return this.#survives() ? super.observe() : killed;
  }

  override load(late: boolean): Promise<DriverAnswer> {
    return this.#survives() ? super.load(late) : killed;
  }

  override press(request: PressRequest): Promise<DriverAnswer> {
    return this.#survives() ? super.press(request) : killed;
  }

  #survives(): boolean {
    this.calls += 1;
    return this.calls !== this.#fatal;
  }
}

const killed = Promise.resolve({ kind: 'broken', why: 'crashed' } as const);

/** The knowledge of a traversal at its end, without the counts of how often the page was loaded. */
function done(traversal: Traversal): object {
  const { loads: _, breakdowns: __, ...rest } = traversal.checkpoint();
  return rest;
}
