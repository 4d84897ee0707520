import { expect, test } from 'vitest';
import { searchVersion } from '../../../../../shared/wings/publications/mentioned/search-version.ts';
import { dictionaryOf } from '../mentions/listed.ts';

const p = { negative: 0, neutral: 0.4, positive: 0.6 };
const teller = {
  name: 'one',
  tell: async (all: readonly unknown[]) => all.map(() => ({ model: 'one', class: 'positive' as const, p })),
};
const names = ['МГУ', 'ВГУ', 'МФТИ', 'МИФИ', 'СПбГУ', 'НГУ'];

async function scoreIn(text: string): Promise<number | undefined> {
  const search = { list: 'list', dictionary: dictionaryOf(...names), teller };
  const { organizations } = await searchVersion(search, { title: 'Новость', text, language: 'ru', datedAt: 0 });
  return organizations.find(({ organization }) => organization === 'МГУ')?.tone?.score;
}

test('a sentence that names more than three organizations counts for each of them by its share', async () => {
  expect(await scoreIn('Премию получил МГУ.')).toBeCloseTo(0.6, 9);
  expect(await scoreIn('Премию получили МГУ, ВГУ и МФТИ.')).toBeCloseTo(0.6, 9);
  expect(await scoreIn('Премию получили МГУ, ВГУ, МФТИ, МИФИ, СПбГУ и НГУ.')).toBeCloseTo(0.6 * Math.sqrt(3 / 6), 9);
  expect(await scoreIn('Премию получили МГУ, МГУ, МГУ, МГУ и МГУ.')).toBeCloseTo(0.6, 9);
});
