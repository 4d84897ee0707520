import { expect, test } from 'vitest';
import { decidedPlaces, searchVersion } from '../../../../../shared/wings/publications/mentioned/search-version.ts';
import type { MentionStatus, StoredMention } from '../../../../../shared/wings/publications/store/mention-store.ts';
import { dictionaryOf } from '../mentions/listed.ts';

const search = {
  ...{ list: 'l', dictionary: dictionaryOf({ id: 'msu', name: 'МГУ' }) },
  teller: { name: 'none', tell: async (asked: readonly unknown[]) => asked.map(() => undefined) },
};
const version = { title: 'МГУ рад', text: 'МГУ открыт. В МГУ рады.', language: 'ru', datedAt: 0 };

test('the title is a field of its own, and places of the text count from its beginning', async () => {
  const { mentions } = await searchVersion(search, version);
  expect(mentions.map(({ field, start, end }) => [field, start, end])).toEqual([
    ...[
      ['title', 0, 3],
      ['text', 0, 3],
      ['text', 14, 17],
    ],
  ]);
});

test("a person's word on a place outlives a new search, and a candidate is no word", async () => {
  const { mentions } = await searchVersion(search, version);
  const statuses: readonly MentionStatus[] = ['confirmed', 'rejected', 'candidate'];
  const decided = decidedPlaces(mentions.map((each, n): StoredMention => ({ ...each, status: statuses[n]! })));
  const again = await searchVersion(search, version, decided);
  expect(again.mentions.map(({ status }) => status)).toEqual(['confirmed', 'rejected', 'certain']);
  expect(again.organizations).toMatchObject([{ organization: 'msu', certain: 2, candidates: 0 }]);
});
