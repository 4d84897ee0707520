import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { explainNormalization } from '../../../shared/domain/url/explain-normalization.ts';
import { gatherSettings } from '../spec/gather-spec.ts';
import type { OptionValues } from '../spec/spec-options.ts';

export interface ExplainOptions extends OptionValues {
  readonly config?: string;
}

/** `orbweaver normalize`: each rule that changes something, then the identity. */
export async function normalize(address: string, options: ExplainOptions): Promise<void> {
  const { normalization } = await gatherSettings(options);
  const changes = explainNormalization(address, normalization);
  if (changes === undefined) {
    throw new BadInput([refusedValue('address', address, allowance('any-address'))]);
  }
  const width = changes.reduce((widest, change) => Math.max(widest, change.rule.length), 'address'.length);
  const lines = changes.map(({ rule, after }) => `${rule.padEnd(width)}  ${after}`);
  if (changes.length === 0) lines.push('No rule changes it.');
  process.stdout.write(`${[`${'address'.padEnd(width)}  ${address}`, ...lines].join('\n')}\n`);
}
