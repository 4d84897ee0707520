import { dayOf } from '../../../domain/instant.ts';
import type { Dictionary } from '../mentions/dictionary.ts';
import { findMentions, type Mention } from '../mentions/find-mentions.ts';
import type * as Mentions from '../store/mention-store.ts';
import type { ReadVersion } from '../store/publication-store.ts';
import type { ToneItem, ToneLanguage } from '../tone/context-words.ts';
import { type MentionTone, publicationTone } from '../tone/publication-tone.ts';
import { sentenceAt } from './sentence-at.ts';
import { languageOfTone, sentenceLanguage } from './sentence-language.ts';

/** A sentence whose tone towards a place is requested. */
export interface AskedSentence extends ToneItem {
  readonly language: ToneLanguage;
}

/** Gives tones of sentences. */
export interface ToneTeller {
  /** Changes with each change of a model. */
  readonly name: string;
  /** Beside the sentences; undefined if no model can say. */
  tell(asked: readonly AskedSentence[]): Promise<readonly (Mentions.StoredTone | undefined)[]>;
}

/** The list, the dictionary and the models of a search. */
export interface MentionSearch {
  /** Digest of the list of the dictionary. */
  readonly list: string;
  readonly dictionary: Dictionary;
  readonly teller: ToneTeller;
}

/** A version that is searched. */
export interface SearchableVersion extends Pick<ReadVersion, 'title' | 'text' | 'language'> {
  /** When it was published, or else seen; ms since the epoch. */
  readonly datedAt: number;
}

/** Places whose status a person has decided. */
export type DecidedPlaces = ReadonlyMap<string, Mentions.MentionStatus>;

/** One name for a place of a version. */
export function placeKey({ field, start, end, organization }: Mentions.MentionPlace): string {
  return `${field} ${start} ${end} ${organization}`;
}

/** The decisions of a person on places of a version, by `placeKey`. */
export function decidedPlaces(mentions: readonly Mentions.StoredMention[]): DecidedPlaces {
  const decided = mentions.filter(({ status }) => status === 'confirmed' || status === 'rejected');
  return new Map(decided.map(each => [placeKey(each), each.status]));
}

/** A name never goes over it, and a full name behind it says what an abbreviation in the title means. */
const between = '\n\n';

/** The mentions in a version, with their tones, and what they come to for each organization. */
export async function searchVersion(
  { list, dictionary, teller }: MentionSearch,
  version: SearchableVersion,
  decided: DecidedPlaces = new Map(),
): Promise<Mentions.SearchedVersion> {
  const { title, text } = version;
  const day = dayOf(version.datedAt);
  const whole = `${title}${between}${text}`;
  const { mentions } = findMentions(whole, dictionary, day);
  const placed = mentions.map(each => placedMention(each, version, decided));
  const toned = await withTones(placed, version, teller);
  return { key: { list, models: teller.name }, mentions: toned, organizations: organizationsOf(toned, version) };
}

function placedMention(
  mention: Mention,
  { title, text }: SearchableVersion,
  decided: DecidedPlaces,
): Omit<Mentions.StoredMention, 'tone'> {
  const { organization, alias, surface, status, nestedIn } = mention;
  const isTitle = mention.start < title.length;
  const moved = isTitle ? 0 : title.length + between.length;
  const field = isTitle ? 'title' : 'text';
  const span = { start: mention.start - moved, end: mention.end - moved };
  const sentence = isTitle ? { start: 0, end: title.length } : sentenceAt(text, span);
  return {
    ...{ field, ...span, organization, alias, surface, nestedIn },
    status: decided.get(placeKey({ field, ...span, organization })) ?? status,
    sentenceStart: sentence.start,
    sentenceEnd: sentence.end,
  };
}

async function withTones(
  mentions: readonly Omit<Mentions.StoredMention, 'tone'>[],
  version: SearchableVersion,
  teller: ToneTeller,
): Promise<readonly Mentions.StoredMention[]> {
  const known = mentions.length === 0 ? 'und' : await languageOfTone(version);
  const asked = mentions.flatMap((mention, index) => {
    const sentence = sentenceOf(mention, version);
    const language = sentenceLanguage(sentence, known);
    if (language === undefined) return [];
    const [start, end] = [mention.start - mention.sentenceStart, mention.end - mention.sentenceStart];
    return [{ index, item: { sentence, start, end, language } }];
  });
  const told = await teller.tell(asked.map(({ item }) => item));
  const tones = new Map(asked.map(({ index }, at) => [index, told[at]]));
  return mentions.map((mention, index) => ({ ...mention, tone: tones.get(index) }));
}

/** The sentence of a mention. */
export function sentenceOf(
  { field, sentenceStart, sentenceEnd }: Pick<Mentions.StoredMention, 'field' | 'sentenceStart' | 'sentenceEnd'>,
  { title, text }: Pick<SearchableVersion, 'title' | 'text'>,
): string {
  return (field === 'title' ? title : text).slice(sentenceStart, sentenceEnd);
}

/** The figures that the tones of mentions come to, for each organization. */
export function organizationsOf(
  mentions: readonly Mentions.StoredMention[],
  version: Pick<SearchableVersion, 'title' | 'text'>,
): readonly Mentions.MentionedOrganization[] {
  const named = [...new Set(mentions.filter(({ status }) => status !== 'rejected').map(each => each.organization))];
  return named.sort().map(organization => {
    const own = mentions.filter(each => each.organization === organization && each.status !== 'rejected');
    const counted = own.filter(({ status }) => status !== 'candidate');
    const plain = counted.filter(({ nestedIn }) => nestedIn === null);
    return {
      organization,
      certain: plain.length,
      nested: counted.length - plain.length,
      candidates: own.length - counted.length,
      tone: figuresOf(plain, version, mentions),
      toneWithNested: plain.length === counted.length ? undefined : figuresOf(counted, version, mentions),
    };
  });
}

/** `all`: the mentions of every organization, for a sentence that names many of them is a list. */
function figuresOf(
  mentions: readonly Mentions.StoredMention[],
  version: Pick<SearchableVersion, 'title' | 'text'>,
  all: readonly Mentions.StoredMention[],
): Mentions.ToneFigures | undefined {
  const named = Map.groupBy(
    all.filter(({ status, nestedIn }) => status !== 'rejected' && nestedIn === null),
    ({ field, sentenceStart }) => `${field} ${sentenceStart}`,
  );
  const tones: MentionTone[] = mentions.flatMap(each => {
    if (each.tone === undefined) return [];
    const beside = named.get(`${each.field} ${each.sentenceStart}`) ?? [];
    const isTitle = each.field === 'title';
    const count = new Set(beside.map(({ organization }) => organization)).size;
    return [{ p: each.tone.p, sentence: sentenceOf(each, version), isTitle, named: Math.max(1, count) }];
  });
  if (tones.length === 0) return undefined;
  const { class: _, ...figures } = publicationTone(tones);
  return figures;
}
