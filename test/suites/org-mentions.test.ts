import { describe, expect, it } from 'vitest';
import {
  dictionaryOf,
  hasOrgMentions,
  ratiosOf,
  readNamedOrganizations,
  readNewsTexts,
  scoreDocument,
} from '../../bench/mentions/org-mentions.ts';
import { scoreSuggestions } from '../../bench/mentions/suggestions.ts';

if (!hasOrgMentions) console.log('skipped: ../shared/suites/org-mentions is not there');

describe.skipIf(!hasOrgMentions)('mentions of organizations in factRuEval-2016', () => {
  const texts = hasOrgMentions ? readNewsTexts() : [];
  const organizations = readNamedOrganizations();

  it('the whole suite is here, and each name has its places in it', () => {
    expect(texts.length).toBe(122);
    const places = new Map(texts.map(({ id, mentions }) => [id, mentions]));
    for (const { at } of organizations)
      for (const [id, spans] of Object.entries(at))
        for (const [start, end] of spans)
          expect(places.get(id)?.some(each => each.start === start && each.end === end && each.type === 'Org')).toBe(
            true,
          );
  });

  it('are found and linked to the right organization: F1 is .98 at least, precision against any organization .99', () => {
    const dictionary = dictionaryOf(organizations);
    const { f1, any } = ratiosOf(texts.map(text => scoreDocument(text, organizations, dictionary)));
    expect(f1).toBeGreaterThanOrEqual(0.98);
    expect(any).toBeGreaterThanOrEqual(0.99);
  });

  it('suggestions are right: people and named organizations in .95 of the places, abbreviations in .7', () => {
    const { kinds, organizations, people } = scoreSuggestions();
    const shareOf = ({ places, right }: { readonly places: number; readonly right: number }) => right / places;
    for (const kind of ['role', 'named', 'titled'] as const) {
      expect(kinds[kind].places).toBeGreaterThan(10);
      expect(shareOf(kinds[kind])).toBeGreaterThanOrEqual(0.95);
    }
    expect(shareOf(kinds.abbreviation)).toBeGreaterThanOrEqual(0.7);
    expect(shareOf(organizations)).toBeGreaterThanOrEqual(0.35);
    expect(shareOf(people)).toBeGreaterThanOrEqual(0.5);
  });

  it('names of four fifths of the texts find those of the rest, and little else: precision .98 at least', () => {
    const scores = Array.from({ length: 5 }, (_, fold) => {
      const isHeld = (index: number) => index % 5 === fold;
      const held = texts.filter((_, index) => isHeld(index));
      const known = new Set(texts.filter((_, index) => !isHeld(index)).map(({ id }) => id));
      const named = organizations.filter(({ at }) => Object.keys(at).some(id => known.has(id)));
      const dictionary = dictionaryOf(named);
      return held.map(text => scoreDocument(text, named, dictionary));
    }).flat();
    const { recall, any } = ratiosOf(scores);
    expect(any).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.975);
  });
});
