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
  const fails = (url: string, cause: unknown) => failure('page analyzer', part, ` on ${url}`, cause);
  const { name, reads } = part;
  return {
    name,
    ...(reads !== undefined && { reads }),
    ...(part.analyze !== undefined && {
      analyze: page =>
        guarded(
          () => part.analyze?.(page),
          cause => fails(page.url, cause),
        ),
    }),
    ...(part.links !== undefined && {
      // Taken at once, so that what a generator throws is caught too.
      links: page =>
        guarded(
          () => [...(part.links?.(page) ?? [])],
          cause => fails(page.url, cause),
        ),
    }),
  };
}

export function guardedPolicy(part: RobotsPolicy): RobotsPolicy {
  const { name, fetches } = part;
  return {
    name,
    fetches,
    decide: (rules, pathAndQuery) =>
      guarded(
        () => part.decide(rules, pathAndQuery),
        cause => failure('robots policy', part, ` on ${pathAndQuery}`, cause),
      ),
    crawlDelay: rules =>
      guarded(
        () => part.crawlDelay(rules),
        cause => failure('robots policy', part, ' on a Crawl-delay', cause),
      ),
  };
}

export function guardedCondition(part: FinishCondition): FinishCondition {
  return {
    name: part.name,
    isMet: progress =>
      guarded(
        () => part.isMet(progress),
        cause => failure('finish condition', part, '', cause),
      ),
  };
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

function guarded<Result>(call: () => Result, fails: (cause: unknown) => PluginFailure): Result {
  try {
    return call();
  } catch (cause) {
    throw fails(cause);
  }
}

/** It is kept in a row, which holds 400 KB. */
const longestWhy = 2_000;

function failure(kind: string, { name }: { readonly name: string }, where: string, cause: unknown): PluginFailure {
  const why = cellText(cause instanceof Error ? cause.message : String(cause), longestWhy);
  return new PluginFailure(`the ${kind} "${name}" of a plugin failed${where}: ${why}`, { cause });
}
