import { expect, test } from 'vitest';
import { ButtonBook } from '../../../../shared/wings/clicking/button-book.ts';
import { Refusals } from '../../../../shared/wings/clicking/refusals.ts';
import { traversalDefaults } from '../../../../shared/wings/clicking/traversal-settings.ts';

test('buttons that a state has beyond those that are kept are counted: those of the fullest state, also by a later process', () => {
  const book = new ButtonBook(traversalDefaults);
  const state = { buttons: [], linkCount: 0, linkSum: 0 };
  for (const snapshot of [{ ...state, buttonsCut: 3 }, { ...state, buttonsCut: 40 }, state]) book.meet(snapshot);
  expect(book.mostCut).toBe(40);
  expect(new ButtonBook(traversalDefaults, book.save()).mostCut).toBe(40);
});

test('refusals count addresses, so a page that asks again after a load changes no count', () => {
  const refusals = new Refusals();
  refusals.add('methods', 'POST', 'http://a.test/1');
  const later = new Refusals(refusals.save());
  later.add('methods', 'POST', 'http://a.test/1');
  later.add('methods', 'POST', 'http://a.test/2');
  later.add('requests', 'robots', 'http://a.test/1');
  const buttons = [
    { text: 'Log out', why: 'dangerous' },
    { text: 'tag', why: 'fruitless' },
  ] as const;
  const told = later.told(buttons, 2);
  expect(told).toEqual({
    methods: { POST: 2 },
    requests: { robots: 1 },
    buttons: { dangerous: { count: 1, texts: ['Log out'] }, fruitless: { count: 1, texts: ['tag'] } },
    buttonsCut: 2,
  });
  expect(Refusals.inWords(told)).toBe(
    '2 POST requests, 1 request (robots), 1 button (dangerous), 2 buttons of one state (cut)',
  );
  expect(later.addresses('methods')).toEqual(['http://a.test/1', 'http://a.test/2']);
});
