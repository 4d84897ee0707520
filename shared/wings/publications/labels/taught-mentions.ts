import { wordHash } from '../../../domain/word-hash.ts';
import { sentenceOf } from '../mentioned/search-version.ts';
import { languageOfTone, sentenceLanguage } from '../mentioned/sentence-language.ts';
import type { StoredMention } from '../store/mention-store.ts';
import type { ContextReader, ToneLanguage } from '../tone/context-words.ts';
import { folds } from '../tone/judge-tone.ts';
import { toneFeatures } from '../tone/tone-features.ts';
import { toneClasses } from '../tone/tone-model.ts';
import type { LabelClass, LabelPlace } from './label.ts';
import { isCounted, type LabelStores } from './label-desk.ts';
import { type LabelledSubject, labelledSubjects } from './label-lists.ts';
import type { TaughtMention } from './retraining.ts';

/** Why a labelled subject teaches a model nothing. */
export type UntaughtReason = 'ambiguous' | 'not-about' | 'disputed' | 'stale' | 'no-mention' | 'other-language';

export interface Lesson {
  readonly mentions: readonly TaughtMention[];
  readonly leftOut: Readonly<Record<UntaughtReason, number>>;
  /** The last label that there is. */
  readonly lastLabel: number;
}

/**
 * The mentions from which a model of a language learns labels. The label of a publication teaches each of its mentions, which
 * share it; a mention with a its own label has that one.
 */
export async function lessonOf(stores: LabelStores, language: ToneLanguage, reader: ContextReader): Promise<Lesson> {
  const leftOut = { ambiguous: 0, 'not-about': 0, disputed: 0, stale: 0, 'no-mention': 0, 'other-language': 0 };
  const subjects = await labelledSubjects(stores);
  const placed = new Set(
    subjects.flatMap(({ opinion, row, organization, place }) =>
      opinion.class === undefined || place === undefined ? [] : [placeKey(row.id, organization, place)],
    ),
  );
  const mentions: TaughtMention[] = [];
  for (const subject of subjects) {
    const taught = await taughtBy(stores, subject, { language, reader, placed });
    if (typeof taught === 'string') leftOut[taught] += 1;
    else mentions.push(...taught);
  }
  const ids = subjects.flatMap(({ opinion }) => [...opinion.standing, ...opinion.stale].map(({ id }) => id));
  return { mentions, leftOut, lastLabel: ids.reduce((last, id) => Math.max(last, id), 0) };
}

interface Asked {
  readonly language: ToneLanguage;
  readonly reader: ContextReader;
  readonly placed: ReadonlySet<string>;
}

async function taughtBy(
  stores: LabelStores,
  subject: LabelledSubject,
  { language, reader, placed }: Asked,
): Promise<readonly TaughtMention[] | UntaughtReason> {
  const { row, organization, place, opinion } = subject;
  const reason = untaught(opinion.class, subject);
  if (reason !== undefined) return reason;
  const text = (await stores.publications.text(row.id, row.version)) ?? '';
  const all = await stores.mentions.mentions(row.id, row.version);
  const own = all.filter(each => each.organization === organization);
  const chosen =
    place === undefined
      ? own.filter(each => isCounted(each) && !placed.has(placeKey(row.id, organization, each)))
      : own.filter(each => isAt(each, place));
  if (chosen.length === 0) return 'no-mention';
  const known = chosen.map(mention => ({ mention, sentence: sentenceOf(mention, { title: row.title, text }) }));
  const told = await languageOfTone({ title: row.title, text, language: row.language });
  const spoken = known.filter(({ sentence }) => sentenceLanguage(sentence, told) === language);
  if (spoken.length === 0) return 'other-language';
  const labels = [...opinion.standing, ...(opinion.adjudication === undefined ? [] : [opinion.adjudication])];
  return spoken.map(({ mention, sentence }) => {
    const [start, end] = [mention.start - mention.sentenceStart, mention.end - mention.sentenceStart];
    return {
      row: toneFeatures(reader, { sentence, start, end }),
      label: toneClasses.findIndex(name => opinion.class === name),
      share: 1 / spoken.length,
      fold: wordHash(`fold ${row.cluster}`) % folds,
      id: Math.min(...labels.map(({ id }) => id)),
      isRandom: labels.some(({ sampling }) => sampling === 'random'),
    };
  });
}

function untaught(said: LabelClass | undefined, { opinion }: LabelledSubject): UntaughtReason | undefined {
  if (said === 'ambiguous' || said === 'not-about') return said;
  if (said !== undefined) return undefined;
  // All its labels may be withdrawn: then there is nothing to teach.
  return opinion.isDisputed ? 'disputed' : opinion.stale.length > 0 ? 'stale' : 'no-mention';
}

function placeKey(publication: number, organization: string, { field, start, end }: LabelPlace): string {
  return `${publication} ${field} ${start} ${end} ${organization}`;
}

function isAt(mention: StoredMention, { field, start, end }: LabelPlace): boolean {
  return mention.field === field && mention.start === start && mention.end === end;
}
