import type {
  MentionedPublication,
  StoredMention,
  StoredTone,
  ToneFigures,
} from '../../../wings/publications/store/mention-store.ts';
import type { ToneClass } from '../../../wings/publications/tone/tone-model.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';

export function storedMentionOf(row: Row): StoredMention {
  const model = row['model'];
  return {
    field: row['field'] as StoredMention['field'],
    start: Number(row['start']),
    end: Number(row['end']),
    organization: String(row['organization']),
    alias: String(row['alias']),
    surface: String(row['surface']),
    status: row['status'] as StoredMention['status'],
    nestedIn: row['nested_in'] === null ? null : String(row['nested_in']),
    sentenceStart: Number(row['sentence_start']),
    sentenceEnd: Number(row['sentence_end']),
    tone: model === null ? undefined : toneOf(row),
  };
}

function toneOf(row: Row): StoredTone {
  return {
    model: String(row['model']),
    class: row['class'] as ToneClass,
    p: triple(row, ''),
    ...wordsOf(row, 'words'),
    ...wordsOf(row, 'against'),
  };
}

function wordsOf(row: Row, name: 'words' | 'against'): Pick<StoredTone, 'words' | 'against'> {
  const words = row[name];
  return typeof words === 'string' ? { [name]: words.split(' ').filter(Boolean) } : {};
}

export function mentionedOf(row: Row): MentionedPublication {
  const publication = Number(row['publication']);
  return {
    publication,
    organization: String(row['organization']),
    version: Number(row['version']),
    certain: Number(row['certain']),
    nested: Number(row['nested']),
    candidates: Number(row['candidates']),
    source: Number(row['source']),
    datedAt: Number(row['dated_at']),
    isCopy: Number(row['is_copy']) === 1,
    models: row['models_name'] === null ? '' : String(row['models_name']),
    tone: figuresOf(row, 'plain_'),
    toneWithNested: figuresOf(row, 'whole_'),
  };
}

function figuresOf(row: Row, prefix: string): ToneFigures | undefined {
  if (row[`${prefix}score`] === null) return undefined;
  return {
    score: Number(row[`${prefix}score`]),
    p: triple(row, prefix),
    mixed: Number(row[`${prefix}mixed`]),
    mentions: Number(row[`${prefix}mentions`]),
  };
}

function triple(row: Row, prefix: string): Readonly<Record<ToneClass, number>> {
  return {
    negative: Number(row[`${prefix}p_negative`]),
    neutral: Number(row[`${prefix}p_neutral`]),
    positive: Number(row[`${prefix}p_positive`]),
  };
}
