import { expect, test } from 'vitest';
import { seenBy, seenWhole } from '../../../../../shared/wings/publications/labels/blind-view.ts';
import { giveLabel, judgedPublication, undoLabel } from '../../../../../shared/wings/publications/labels/label-desk.ts';
import { agreementOf, labelledSubjects } from '../../../../../shared/wings/publications/labels/label-lists.ts';
import { labelledWatch, order, storesOf } from './labelled-watch.ts';

const good = { path: '/1', text: 'МГУ получил премию. Об этом сообщили в МГУ.' };

test('labels of others stay unseen until the own label is given, and after it is taken back', async () => {
  const stores = storesOf(await labelledWatch([good]));
  await giveLabel(stores, order({ annotator: 'anna', class: 'negative' }));
  const seen = async (who: string) => seenBy((await judgedPublication(stores, 1))!, who);
  expect((await seen('anna')).organizations[0]).toMatchObject({
    isBlind: false,
    opinion: { class: 'negative', by: 'label' },
  });
  const blind = await seen('boris');
  expect(blind.organizations[0]).toMatchObject({ isBlind: true, opinion: { standing: [], class: undefined } });
  expect(blind.history).toEqual([]);
  await giveLabel(stores, order({ annotator: 'boris', class: 'positive', at: Date.UTC(2030, 0, 2) }));
  expect((await seen('boris')).organizations[0]).toMatchObject({ isBlind: false, opinion: { standing: [{}, {}] } });
  await undoLabel(stores, { ...order({ annotator: 'boris' }), at: Date.UTC(2030, 0, 3) });
  const again = await seen('boris');
  expect(again.organizations[0]).toMatchObject({ isBlind: true, opinion: { standing: [] } });
  expect(again.history.map(({ annotator }) => annotator)).toEqual(['boris', 'boris']);
});

test('the label of a mention opens that mention alone, and the label of the whole its mentions too', async () => {
  const stores = storesOf(await labelledWatch([good]));
  const judged = async () => (await judgedPublication(stores, 1))!;
  const [{ field, start, end } = { field: 'text', start: 0, end: 0 } as const] = (await judged()).mentions.map(
    ({ mention }) => mention,
  );
  await giveLabel(stores, order({ annotator: 'anna', place: { field, start, end } }));
  expect(seenBy(await judged(), 'anna').mentions.map(({ isBlind }) => isBlind)).toEqual([false, true]);
  expect(seenBy(await judged(), 'anna').organizations[0]!.isBlind).toBe(true);
  await giveLabel(stores, order({ annotator: 'boris' }));
  expect(seenBy(await judged(), 'boris').mentions.map(({ isBlind }) => isBlind)).toEqual([false, false]);
  expect(seenWhole(await judged()).mentions.every(({ isBlind }) => !isBlind)).toBe(true);
});

test('a label that is changed after those of others were shown counts, and makes no agreement', async () => {
  const stores = storesOf(await labelledWatch([good]));
  const at = (hour: number) => Date.UTC(2030, 0, 1, hour);
  const kappaOf = async () => agreementOf(await labelledSubjects(stores)).pairs[0]?.same;
  await giveLabel(stores, order({ annotator: 'anna', class: 'neutral', at: at(0) }));
  await giveLabel(stores, order({ annotator: 'anna', class: 'negative', at: at(1) }));
  await giveLabel(stores, order({ annotator: 'boris', class: 'positive', at: at(2) }));
  expect(await kappaOf()).toBe(0);
  await undoLabel(stores, { ...order({ annotator: 'boris' }), at: at(3) });
  await giveLabel(stores, order({ annotator: 'boris', class: 'negative', at: at(4) }));
  expect(await kappaOf()).toBe(0);
  expect((await judgedPublication(stores, 1))!.organizations[0]!.effective).toMatchObject({ class: 'negative' });
});

test('a label that is changed before anybody else gives one is as blind as the first', async () => {
  const stores = storesOf(await labelledWatch([good]));
  for (const [hour, label] of (['positive', 'negative'] as const).entries())
    await giveLabel(stores, order({ annotator: 'anna', class: label, at: Date.UTC(2030, 0, 1, hour) }));
  await giveLabel(stores, order({ annotator: 'boris', class: 'negative', at: Date.UTC(2030, 0, 2) }));
  expect(agreementOf(await labelledSubjects(stores)).pairs[0]).toMatchObject({ same: 1 });
});
