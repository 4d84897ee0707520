import { expect, test } from 'vitest';
import { withInstants, withInstantTexts } from '../../../shared/place/shown-instants.ts';

const at = Date.parse('2026-11-28T10:00:00Z');
const iso = '2026-11-28T10:00:00.000Z';

test('instants of a state are texts in the API, at any depth, and numbers again behind it', () => {
  const state = {
    ...{ due: at, rules: { alarm: { since: at, tried: 3 } }, entries: [{ last: { at, items: 2 }, lastRead: at }] },
    marks: [{ seenAt: at, detail: iso }],
    tables: [{ columns: { due: 'instant', at: 'number' }, acceptance: { taken: 1, last: { at } } }],
  };
  const shown = withInstantTexts(state);
  expect(shown).toEqual({
    ...{
      due: iso,
      rules: { alarm: { since: iso, tried: 3 } },
      entries: [{ last: { at: iso, items: 2 }, lastRead: iso }],
    },
    marks: [{ seen: iso, detail: iso }],
    tables: [{ columns: { due: 'instant', at: 'number' }, acceptance: { taken: 1, last: { at: iso } } }],
  });
  expect(withInstants(JSON.parse(JSON.stringify(shown)))).toEqual(state);
});
