/** Parts of plugins that say which part of what failed where they throw. */
import { cellText } from '../domain/cut-text.ts';
import type { FinishCondition } from '../domain/protocol/finish.ts';
import type { RobotsPolicy } from '../domain/robots/robots-policy.ts';
import type { PageAnalyzer } from '../domain/turn/page-analyzer.ts';
import type { ResultWriter } from '../wings/graph/formats/result-writer.ts';

/**
 * A part of a plugin threw; the message names the part and the page. The crawl keeps what it has, and a resume goes on
 * once the plugin is mended.
 */
export class PluginFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PluginFailure';
  }
}

export function guardedAnalyzer(part: PageAnalyzer): PageAnalyzer {
  const { name, reads } = part;
  const guarded = guardOf('page analyzer', part);
  return {
    name,
    ...(reads !== undefined && { reads }),
    ...(part.analyze !== undefined && { analyze: page => guarded(` on ${page.url}`, () => part.analyze?.(page)) }),
    // Taken at once, so that what a generator throws is caught too.
    ...(part.links !== undefined && {
      links: page => guarded(` on ${page.url}`, () => [...(part.links?.(page) ?? [])]),
    }),
  };
}

export function guardedPolicy(part: RobotsPolicy): RobotsPolicy {
  const { name, fetches } = part;
  const guarded = guardOf('robots policy', part);
  return {
    name,
    fetches,
    decide: (rules, pathAndQuery) => guarded(` on ${pathAndQuery}`, () => part.decide(rules, pathAndQuery)),
    crawlDelay: rules => guarded(' on a Crawl-delay', () => part.crawlDelay(rules)),
  };
}

export function guardedCondition(part: FinishCondition): FinishCondition {
  const guarded = guardOf('finish condition', part);
  return { name: part.name, isMet: progress => guarded('', () => part.isMet(progress)) };
}

export function guardedWriter(part: ResultWriter): ResultWriter {
  return {
    name: part.name,
    write: async (results, sink) => {
      try {
        await part.write(results, sink);
      } catch (cause) {
        throw failure('result writer', part, ` on the results of ${results.graph.fileName}`, cause);
      }
    },
  };
}

function guardOf(kind: string, part: { readonly name: string }): <Result>(where: string, call: () => Result) => Result {
  return (where, call) => {
    try {
      return call();
    } catch (cause) {
      throw failure(kind, part, where, cause);
    }
  };
}

/** It is kept in a row, which holds 400 KB. */
const longestWhy = 2_000;

function failure(kind: string, { name }: { readonly name: string }, where: string, cause: unknown): PluginFailure {
  const why = cellText(cause instanceof Error ? cause.message : String(cause), longestWhy);
  return new PluginFailure(`the ${kind} "${name}" of a plugin failed${where}: ${why}`, { cause });
}
