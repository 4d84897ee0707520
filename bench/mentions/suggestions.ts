import { findMentions } from '../../shared/wings/publications/mentions/find-mentions.ts';
import {
  type SuggestionKind,
  suggestedPlaces,
  suggestionKinds,
} from '../../shared/wings/publications/mentions/suggest-from-texts.ts';
import { dictionaryOf, readNamedOrganizations, readNewsTexts } from './org-mentions.ts';

/** Suggestions of a kind: how many places there are, and how many of them are of what the annotators say. */
interface KindScore {
  readonly places: number;
  readonly right: number;
}

export interface SuggestionScores {
  readonly kinds: Readonly<Record<SuggestionKind, KindScore>>;
  /** Organizations with a capital that the list lacks, in texts with a certain mention, and those that were suggested. */
  readonly organizations: KindScore;
  /** People at most three characters behind a name of the list. */
  readonly people: KindScore;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const isOver = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
const folds = 5;

/** The suggestions of each fifth of factRuEval-2016, with the names of the organizations of the other texts. */
export function scoreSuggestions(): SuggestionScores {
  const texts = readNewsTexts();
  const organizations = readNamedOrganizations();
  const kinds = Object.fromEntries(suggestionKinds.map(kind => [kind, { places: 0, right: 0 }])) as Record<
    SuggestionKind,
    { places: number; right: number }
  >;
  const unknown = { places: 0, right: 0 };
  const people = { places: 0, right: 0 };
  for (let fold = 0; fold < folds; fold++) {
    const known = new Set(texts.filter((_, index) => index % folds !== fold).map(({ id }) => id));
    const dictionary = dictionaryOf(organizations.filter(({ at }) => Object.keys(at).some(id => known.has(id))));
    for (const { text, mentions } of texts.filter((_, index) => index % folds === fold)) {
      const listed = findMentions(text, dictionary).mentions;
      if (!listed.some(({ status }) => status === 'certain')) continue;
      const places = suggestedPlaces(text, dictionary);
      for (const place of places) {
        const type = place.kind === 'role' ? 'Person' : 'Org';
        kinds[place.kind].places += 1;
        if (mentions.some(each => each.type === type && isOver(each, place))) kinds[place.kind].right += 1;
      }
      const found = (each: Span, isPerson: boolean) =>
        places.some(place => (place.kind === 'role') === isPerson && isOver(place, each)) ? 1 : 0;
      for (const each of mentions) {
        const isUnknown = each.type === 'Org' && /\p{Lu}/u.test(text.slice(each.start, each.end));
        if (isUnknown && !listed.some(one => isOver(one, each))) {
          unknown.places += 1;
          unknown.right += found(each, false);
        }
        const isBehind = listed.some(({ end }) => each.start >= end && each.start <= end + 3);
        if (each.type === 'Person' && isBehind) {
          people.places += 1;
          people.right += found(each, true);
        }
      }
    }
  }
  return { kinds, organizations: unknown, people };
}
