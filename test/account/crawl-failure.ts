import type { CrawlRecord } from '../../shared/domain/protocol/crawl-record.ts';
import { englishSentence } from '../../shared/domain/refusal/refusal.ts';

/** Why a crawl failed, in English; undefined where it has not. */
export function sentencesOf(record: CrawlRecord | undefined): string | undefined {
  return record?.failure?.map(englishSentence).join(' ');
}
