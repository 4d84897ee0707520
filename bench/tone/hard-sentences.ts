import { readFileSync } from 'node:fs';
import { type ToneItem, type ToneLanguage, toneLanguages } from '../../shared/wings/publications/tone/context-words.ts';
import type { ToneClass } from '../../shared/wings/publications/tone/tone-model.ts';

/**
 * Sentences of our own that words alone do not decide, by kinds: denials, acquittals, ranks, prizes and others. Their names are
 * made up. They were labelled before any model saw them, and none is trained on them.
 */
export interface HardSentence extends ToneItem {
  readonly language: ToneLanguage;
  readonly kind: string;
  readonly class: ToneClass;
}

/** `fresh-sentences.tsv` was written later: of each kind every second sentence was held back until the frames were done. Of `victims-and-prizes.tsv` the last 20 were. */
export function hardSentences(file = 'hard-sentences.tsv'): readonly HardSentence[] {
  const [, ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => {
    const [language, kind = '', said, marked = ''] = line.split('\t');
    const start = marked.indexOf('[');
    const end = marked.indexOf(']') - 1;
    const of = toneLanguages.find(each => each === language);
    if (of === undefined || start < 0 || end < start) throw new Error(`no language or no target: ${line}`);
    return { language: of, kind, class: said as ToneClass, sentence: marked.replace(/[[\]]/g, ''), start, end };
  });
}
