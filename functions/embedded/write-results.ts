import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalArchive, openLocalSink, syncFiles } from '../../shared/adapters/local/open.ts';
import { defined } from '../../shared/domain/defined.ts';
import type { CrawlRow, FinishReason } from '../../shared/domain/protocol/crawl-state.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import { tableSink } from '../../shared/files/write-table.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';
import type { OnLost } from '../../shared/steps/unload/lost-segment.ts';
import type { EndedCrawl, ResultPart } from '../../shared/steps/unload/result-part.ts';
import { unloadCrawl, unloadSites } from '../../shared/steps/unload/unload-crawl.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';
import type { IssueLanguage } from '../../shared/wings/graph/issues/issue-words.ts';
import { foundSummary } from './read-summary.ts';

export interface WrittenCrawl {
  readonly finishReason: FinishReason;
  /** Wall clock, ms. */
  readonly finishedAt: number;
  /** Names of the files written now, sorted. */
  readonly files: readonly string[];
}

interface Writing {
  /** Where the files are written. */
  readonly directory: string;
  readonly crawl: CrawlRow;
  readonly writers: readonly ResultWriter[];
  readonly notices: readonly string[];
  /** The parts of an earlier `crawl.json` that the new one keeps. */
  readonly kept?: Pick<CrawlSummary, 'notices' | 'files'>;
  readonly finishedAt: () => number;
  /** Absent: nothing is written where a segment is lost, and `LostObject` is thrown. */
  readonly onLost?: OnLost;
  readonly language?: IssueLanguage;
}

/** Writes all results of a crawl from its state, which is only read. */
export async function writeResults(
  { store, objects }: Pick<LocalArchive, 'store' | 'objects'>,
  { directory, crawl: { id, spec }, writers, notices, kept, finishedAt, onLost, language }: Writing,
): Promise<WrittenCrawl> {
  // Loaded when it is needed: the list of public suffixes takes 8 MB.
  const { resultParts } = await import('../../shared/wings/result-parts.ts');
  const reasons: FinishReason[] = [];
  const onSummary = ({ finishReason }: CrawlSummary): void => void reasons.push(finishReason);
  const options = {
    onSummary,
    ...defined({ kept, onLost, language }),
  };
  await prepareScope(spec);
  const parts = [...resultParts({ store, objects }, createCrawlRules(spec), writers, options)];
  // The last part writes `crawl.json`, which names the files: after a kill before that the next end knows them.
  if (kept === undefined) parts.splice(-1, 0, leftovers(directory));
  const sink = tableSink(
    openLocalSink(directory),
    writers.map(({ name }) => name),
  );
  const end = await unloadCrawl(
    store,
    { crawl: id, sites: unloadSites(store, id, parts, sink), finishedAt, notices },
    parts,
    sink,
  );
  if (spec.durability !== 'fast') await syncFiles(directory, end.files);
  return { ...end, finishReason: reasons[0]! };
}

/** Removes files of an earlier end that this end does not write: of a site with a new name, or in other formats. */
function leftovers(directory: string): ResultPart {
  const write = async ({ files }: EndedCrawl): Promise<void> => {
    const written = new Set(files);
    for (const name of foundSummary(directory)?.files ?? [])
      if (isResult.test(name) && !written.has(name)) rmSync(join(directory, name), { force: true });
  };
  return { name: 'leftovers', perCrawl: () => ({ write }) };
}

/** `crawl.json` may come from anywhere. */
const isResult = /^(?:graph|pages|links|reports|fragment)\/(?!\.\.?$)[^/\\]+$/;
