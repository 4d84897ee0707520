import { describe, expect, test } from 'vitest';
import { nextAddress, patternOf } from '../../../../shared/wings/clicking/address-pattern.ts';
import {
  chooseButton,
  editDistance,
  givesConsent,
  isDangerous,
  isDangerousAddress,
} from '../../../../shared/wings/clicking/button-choice.ts';
import {
  expectedTarget,
  type HistoryLabel,
  withObservation,
} from '../../../../shared/wings/clicking/history-labels.ts';
import { Traversal } from '../../../../shared/wings/clicking/traversal.ts';
import type { TraversalEnd } from '../../../../shared/wings/clicking/traversal-checkpoint.ts';
import type { Arrival, Button, DriverAnswer } from '../../../../shared/wings/clicking/traversal-driver.ts';
import { type TraversalSettings, traversalDefaults } from '../../../../shared/wings/clicking/traversal-settings.ts';
import { type Automaton, AutomatonDriver, type AutomatonState, Finds } from './automaton.ts';

async function explored(
  automaton: Automaton,
  settings: Partial<TraversalSettings> = {},
): Promise<{ end: TraversalEnd; finds: Finds; driver: AutomatonDriver; traversal: Traversal }> {
  const finds = new Finds();
  const driver = new AutomatonDriver(automaton);
  const traversal = new Traversal(driver, finds, { ...traversalDefaults, ...settings });
  for (;;) {
    const end = await traversal.step();
    if (end !== undefined) return { end, finds, driver, traversal };
  }
}

/** A page in words: state number, buttons with where they lead, links. */
function page(...states: readonly [edges: Record<string, number>, ...links: string[]][]): Automaton {
  return {
    roots: [0],
    states: states.map(
      ([edges, ...links]): AutomatonState => ({
        buttons: Object.keys(edges),
        links,
        edges: Object.fromEntries(Object.entries(edges).map(([button, to]) => [button, [to]])),
      }),
    ),
  };
}

describe('labels of edges (S5, S8, A1, A13)', () => {
  const label = (to: number, full: string, length: number): HistoryLabel => ({ to, full: [...full], length });

  test('a first result needs no history', () => {
    expect(withObservation([], ['^', 'a'], 7, 3)).toEqual([label(7, '^a', 0)]);
  });

  test('another result lengthens both labels until they differ', () => {
    const once = withObservation([], ['4', '2'], 1, 3);
    expect(withObservation(once, ['5', '2'], 2, 3)).toEqual([label(1, '42', 2), label(2, '52', 2)]);
  });

  test('a label that no history can tell apart goes: the page has changed', () => {
    const once = withObservation([], ['a', 'b', 'c'], 1, 3);
    expect(withObservation(once, ['a', 'b', 'c'], 2, 3)).toEqual([label(2, 'abc', 0)]);
  });

  test('a step takes the label that the presses match, and the nearest one as a guess', () => {
    const labels = [label(1, '42', 2), label(2, '52', 2)];
    expect(expectedTarget(labels, ['5', '2'])).toBe(2);
    expect(expectedTarget(labels, ['4', '2'])).toBe(1);
    expect(expectedTarget(labels, ['6', '2'])).toBe(1);
    expect(expectedTarget([], ['6', '2'])).toBeUndefined();
  });
});

describe('the choice of a button (S15, A19, A28)', () => {
  const button = (text: string, priority: Button['priority'] = 1): Button => ({
    ...{ key: text, family: text, kin: text, text, priority },
  });

  test('is the one with the text of the last press', () => {
    expect(chooseButton([button('other'), button('left')], 'left', true)?.text).toBe('left');
  });

  test('is otherwise the one whose text differs least, the first of several', () => {
    expect(chooseButton([button('zzzz'), button('lefty'), button('leftz')], 'left', false)?.text).toBe('lefty');
  });

  test('goes by priority first', () => {
    expect(chooseButton([button('left', 2), button('far away', 1)], 'left', false)?.text).toBe('far away');
    expect(chooseButton([], 'left', true)).toBeUndefined();
  });

  test.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('%s and %s differ by %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  test.each(['Log out', 'DELETE this', 'Выйти', 'Удалить всё', 'Buy now', 'Sign  out'])('%s is never pressed', text => {
    expect(isDangerous(text)).toBe(true);
  });

  test.each(['Weekend (выходные)', "Buyer's guide", 'Catalogue', 'Payload', 'Next'])('%s may be pressed', text => {
    expect(isDangerous(text)).toBe(false);
  });

  test.each([
    ['http://a.test/users/sign_out', true],
    ['http://a.test/index.php?action=logout', true],
    ['http://a.test/log-off.php', true],
    ['http://a.test/api/comments/7/delete', true],
    ['http://a.test/api/deleted-scenes?q=how+to+remove+rust', false],
    ['http://a.test/blog/logout-explained', false],
  ])('a request for %s ends something: %s', (url, ends) => {
    expect(isDangerousAddress(url)).toBe(ends);
  });

  test('words of the user count too; consents come last', () => {
    expect(isDangerous('Reset everything', ['reset'])).toBe(true);
    expect([givesConsent('Accept all cookies'), givesConsent('Accessories')]).toEqual([true, false]);
  });
});

describe('a list that goes on by itself', () => {
  test('is known by one number that differs by equal steps', () => {
    const pattern = patternOf('/api?page=2&n=20', '/api?page=3&n=20', '/api?page=4&n=20')!;
    expect([nextAddress(pattern, 1), nextAddress(pattern, 2)]).toEqual(['/api?page=5&n=20', '/api?page=6&n=20']);
  });

  test.each([
    ['/p/001', '/p/002', '/p/003', '/p/004'],
    ['/p?o=0', '/p?o=20', '/p?o=40', '/p?o=60'],
    ['/p/9', '/p/8', '/p/7', '/p/6'],
  ])('%s, %s, %s go on with %s', (a, b, c, next) => {
    expect(nextAddress(patternOf(a, b, c)!, 1)).toBe(next);
  });

  test.each([
    ['/a/1', '/b/2', '/c/3'],
    ['/a/1', '/a/1', '/a/1'],
    ['/a/1/1', '/a/2/2', '/a/3/3'],
    ['/a/1', '/a/2', '/a/4'],
  ])('%s, %s, %s are no pattern', (a, b, c) => {
    expect(patternOf(a, b, c)).toBeUndefined();
  });

  test('ends below zero', () => {
    expect(nextAddress(patternOf('/p/4', '/p/2', '/p/0')!, 1)).toBeUndefined();
  });
});

describe('the traversal of', () => {
  test("the article's calendar presses the arrow to its end before a press outside closes it (S15)", async () => {
    const months = 25;
    const states = Array.from({ length: months }, (_, month): [Record<string, number>, ...string[]] => [
      { ...(month + 1 < months && { left: month + 2 }), outside: 0 },
      ...Array.from({ length: 28 }, (__, day) => `/${month}/${day}`),
    ]);
    const { end, finds, traversal } = await explored(page([{ 'choose a date': 1 }], ...states));
    expect([end, finds.urls.size]).toEqual(['done', months * 28]);
    expect(traversal.report().clicks).toBeLessThanOrEqual(60);
  });

  test('a result that depends on the press before it finds both (A11: a changes nothing that can be seen)', async () => {
    // a1 and a2 set a hidden variable; go shows what it says.
    const states: AutomatonState[] = [0, 1, 2].map(() => ({
      buttons: ['a1', 'a2', 'go'],
      links: ['/root'],
      edges: { a1: [1], a2: [2], go: [0] },
    }));
    const shown = (link: string): AutomatonState => ({ buttons: ['back'], links: [link], edges: { back: [0] } });
    states[1] = { ...states[1]!, edges: { a1: [1], a2: [2], go: [3] } };
    states[2] = { ...states[2]!, edges: { a1: [1], a2: [2], go: [4] } };
    const { finds } = await explored({ roots: [0], states: [...states, shown('/one'), shown('/two')] });
    expect([...finds.urls].sort()).toEqual(['/one', '/root', '/two']);
  });

  test('a page whose root is another one after each load comes to an end (S12, S13, figures 14 and 15)', async () => {
    const variant = (n: number): AutomatonState[] => [
      { buttons: ['b'], links: [`/${n}`], edges: { b: [n * 4 + 1] } },
      { buttons: ['b'], links: [`/${n}`, '/1'], edges: { b: [n * 4 + 2] } },
      { buttons: ['b', 'd'], links: [`/${n}`, '/2'], edges: { b: [n * 4 + 3], d: [n * 4 + 3] } },
      { buttons: [], links: [`/${n}`, '/3', ...(n >= 0 ? ['/hidden'] : [])], edges: {} },
    ];
    const automaton = { roots: [0, 4, 8, 12], states: [0, 1, 2, 3].flatMap(variant) };
    const { end, finds, traversal } = await explored(automaton);
    expect(end).toBe('done');
    expect(finds.urls).toContain('/hidden');
    expect(traversal.report().clicks).toBeLessThan(60);
    expect(traversal.graph.size).toBeLessThanOrEqual(16);
  });

  test('a button that adds a button for ever stops when its family brought nothing (A20)', async () => {
    const states = Array.from(
      { length: 200 },
      (_, n): AutomatonState => ({
        buttons: Array.from({ length: n + 1 }, (__, b) => `add ${b}`),
        links: [],
        edges: Object.fromEntries(Array.from({ length: n + 1 }, (__, b) => [`add ${b}`, [Math.min(n + 1, 199)]])),
      }),
    );
    const driver = new (class extends AutomatonDriver {
      override async press(...request: Parameters<AutomatonDriver['press']>) {
        return oneFamily(await super.press(...request));
      }
      override async load(late: boolean) {
        return oneFamily(await super.load(late));
      }
      override async observe() {
        const seen = await super.observe();
        return seen.kind === 'broken'
          ? seen
          : { ...seen, early: ofOneFamily(seen.early), late: ofOneFamily(seen.late) };
      }
    })({ roots: [0], states });
    const traversal = new Traversal(driver, new Finds(), { ...traversalDefaults, pairs: 0 });
    let end: TraversalEnd | undefined;
    while (end === undefined) end = await traversal.step();
    expect([end, traversal.report().clicks <= 6]).toEqual(['done', true]);
  });

  test('a page that changes its buttons some time after its load is traversed before and after (A26)', async () => {
    const { finds, traversal } = await explored({
      roots: [0],
      lateRoot: 2,
      states: [
        { buttons: ['early'], links: [], edges: { early: [1] } },
        { buttons: [], links: ['/early'], edges: {} },
        { buttons: ['late'], links: [], edges: { late: [3] } },
        { buttons: [], links: ['/late'], edges: {} },
      ],
    });
    expect([[...finds.urls].sort(), traversal.report()]).toMatchObject([['/early', '/late'], { clicks: 2, loads: 2 }]);
  });

  test('a page without a button is loaded once', async () => {
    const { finds, driver, traversal } = await explored(page([{}, '/a']));
    expect([[...finds.urls], driver.presses, traversal.report().loads]).toEqual([['/a'], [], 1]);
  });

  test('a dangerous button leaves it alone and says so', async () => {
    const { finds, traversal } = await explored(
      page([{ 'Log out': 1, more: 2 }], [{}, '/gone'], [{ 'Log out': 1 }, '/more']),
    );
    expect([...finds.urls]).toEqual(['/more']);
    expect(traversal.report().refusedButtons).toContainEqual({ text: 'Log out', why: 'dangerous' });
  });

  test('a page with a limit presses each family once before it repeats one (A19)', async () => {
    const chain = Array.from({ length: 50 }, (_, n): [Record<string, number>, ...string[]] => [
      { more: n + 1 },
      `/${n}`,
    ]);
    chain[0]![0]['rare'] = 51;
    const { finds } = await explored(page(...chain, [{}, '/50'], [{}, '/rare']), { clicks: 20, burst: 1 });
    expect(finds.urls).toContain('/rare');
  });

  test('ends a list at known addresses in a row (--until-known)', async () => {
    const chain = Array.from({ length: 60 }, (_, n): [Record<string, number>, ...string[]] => [
      { more: n + 1 },
      `/${n}`,
    ]);
    const automaton = page(...chain, [{}, '/60']);
    const finds = new Finds();
    for (let n = 10; n <= 60; n += 1) finds.urls.add(`/${n}`);
    const driver = new AutomatonDriver(automaton);
    const settings = { ...traversalDefaults, untilKnown: 20, fruitless: 1_000, burst: 1 };
    const traversal = new Traversal(driver, finds, settings);
    while ((await traversal.step()) === undefined);
    expect(traversal.report().clicks).toBeLessThanOrEqual(32);
    expect(traversal.report().refusedButtons).toContainEqual({ text: 'more', why: 'known' });
  });
});

function oneFamily(answer: DriverAnswer): DriverAnswer {
  return answer.kind === 'broken' ? answer : { ...answer, arrival: ofOneFamily(answer.arrival) };
}

function ofOneFamily(arrival: Arrival): Arrival {
  const buttons = arrival.snapshot.buttons.map(each => ({ ...each, family: 'add #', kin: 'add' }));
  return { ...arrival, snapshot: { ...arrival.snapshot, buttons } };
}
