import type { PublicationApplication } from '../domain/applications/publication-application.ts';
import type { FinishCondition } from '../domain/protocol/finish.ts';
import { allowance, BadInput, refusedValue } from '../domain/refusal/refusal.ts';
import type { RobotsPolicy } from '../domain/robots/robots-policy.ts';
import type { PageAnalyzer } from '../domain/turn/page-analyzer.ts';
import type { ResultWriter } from '../wings/graph/formats/result-writer.ts';

/** The lists that a plugin module may export; each list is optional, but one must be there. */
export interface PluginModule {
  readonly robots?: readonly RobotsPolicy[];
  readonly finish?: readonly FinishCondition[];
  readonly writers?: readonly ResultWriter[];
  readonly analyzers?: readonly PageAnalyzer[];
  readonly applications?: readonly PublicationApplication[];
}

/** The parts of these names, in the order of the names. Throws `BadInput` with `field` for a name that none has. */
export function namedParts<Part extends { readonly name: string }>(
  field: string,
  names: readonly string[],
  found: readonly Part[],
): readonly Part[] {
  return names.map(name => {
    const part = found.find(each => each.name === name);
    if (part !== undefined) return part;
    const facts = found.length === 0 ? { of: field } : { names: found.map(each => each.name) };
    throw new BadInput([refusedValue(field, name, allowance('part-not-loaded', facts))]);
  });
}
