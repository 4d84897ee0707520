import { robotsPolicyNamed } from '../../shared/domain/robots/robots-policy.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { FetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import { createFetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';

/** A spec made ready for a worker that fetches. In the account there are the built-in parts only. */
export function fetchRulesOf(spec: ResolvedSpec): FetchRules {
  return createFetchRules(spec, robotsPolicyNamed(spec.robots, []));
}

export function writersOf(spec: ResolvedSpec): readonly ResultWriter[] {
  return spec.formats.map(name => builtInWriters.get(name)!);
}
