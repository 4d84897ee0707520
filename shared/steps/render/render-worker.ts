import type { Renderer, Traverser } from '../../ports/page-ports.ts';
import type { OwnLine } from '../fetch/fetch-politely.ts';
import type { AnswerRecord } from '../page/answer-record.ts';
import type { PoliteAnswers } from '../page/polite-answers.ts';
import type { TemplateSamples } from './template-samples.ts';

/** The parts of a process for rendering, beside those for fetching. */
export interface RenderWorker {
  readonly renderer: Renderer;
  /** Absent if no page is clicked through. */
  readonly traverser?: Traverser;
  /** Answers to requests of the crawl's pages. */
  readonly record: AnswerRecord;
  /** By crawl and site; for pages that a watch clicks through, by visit too. */
  readonly sites: Map<string, SiteParts>;
  /** By host: lines of the turns that this process has open. */
  readonly lines: Map<string, OwnLine>;
}

/** A process's memory of the requests that pages of one site make. */
export interface SiteParts {
  /** Answers to requests of pages, and pages that one turn could not complete. */
  readonly record: AnswerRecord;
  readonly answers: PoliteAnswers;
  readonly notBefore: Map<string, number>;
  readonly samples: TemplateSamples;
  /** The first turn of each phase. */
  readonly firstTurns: Map<string, number>;
}
