/** Which application gives the publication of a page. */
import { expect, test } from 'vitest';
import type { TurnApplications } from '../../../../../shared/wings/publications/applications/turn-applications.ts';
import {
  choosePublication,
  type PageExtraction,
} from '../../../../../shared/wings/publications/watch/chosen-publication.ts';

const page = { identity: 'i', address: 'a', html: '', headers: {} };
const automatic = { text: 'automatic', method: 'readability' } as PageExtraction;
const grabbed = { text: 'by rule', method: 'grabber', pageType: 'story' } as PageExtraction;
const withoutText = { text: 'automatic', method: 'readability', pageType: 'story' } as PageExtraction;
const unfit = { text: 'automatic', method: 'readability', pageType: null } as PageExtraction;

/** The classes that the user's applications extend; each answers with its name as the text, and those named `shy` change nothing. */
const known: Readonly<Record<string, string | undefined>> = {
  mine: 'grabber',
  second: 'grabber',
  shy: 'readability',
  own: 'readability',
};

async function chosen(order: string, rules: PageExtraction | undefined, off: readonly string[] = []) {
  const asked: string[] = [];
  const applications = {
    order: order.split(' '),
    facts: (name: string) => (name in known ? { name, extends: known[name] } : undefined),
    isOn: (name: string) => name in known && !off.includes(name),
    read: async (name: string) => {
      asked.push(name);
      return { change: name === 'shy' ? null : { text: name } };
    },
  } as unknown as TurnApplications;
  const builtIn = { automatic: () => automatic, grabbed: () => rules } as Parameters<typeof choosePublication>[2];
  const { extraction, application, place } = await choosePublication(applications, page, builtIn);
  return [extraction.text, application, place, asked.join(' ')];
}

test.each<[string, string, PageExtraction | undefined, readonly unknown[]]>([
  ['rules come first, where they fit', 'grabber readability', grabbed, ['by rule', undefined, 0, '']],
  ['without rules the automatic extractor reads', 'grabber readability', undefined, ['automatic', undefined, 1, '']],
  ['where no rule fits the automatic extractor reads', 'grabber readability', unfit, ['automatic', undefined, 1, '']],
  [
    'where the rule of the text gives nothing it steps in',
    'grabber readability',
    withoutText,
    ['automatic', undefined, 0, ''],
  ],
  ['and does not step in where it is off', 'grabber', withoutText, ['', undefined, 1, '']],
  ['with rules alone a page that they do not fit is no publication', 'grabber', unfit, ['', undefined, 1, '']],
  ['who extends rules goes before them', 'mine grabber readability', grabbed, ['mine', 'mine', 0, 'mine']],
  ['and is not asked where they do not fit', 'mine grabber readability', unfit, ['automatic', undefined, 2, '']],
  [
    'the first in the order wins, and the others are asked all the same',
    'mine second',
    grabbed,
    ['mine', 'mine', 0, 'mine second'],
  ],
  ['who comes after the base changes nothing', 'grabber mine', grabbed, ['by rule', undefined, 0, 'mine']],
  ['who passes leaves it to the next', 'shy own readability', undefined, ['own', 'own', 1, 'shy own']],
  ['the order of the source counts', 'readability grabber', grabbed, ['automatic', undefined, 0, '']],
])('%s', async (_, order, rules, expected) => {
  expect(await chosen(order, rules)).toEqual(expected);
});

test('who is off is not asked', async () => {
  expect(await chosen('mine grabber', grabbed, ['mine'])).toEqual(['by rule', undefined, 1, '']);
});
