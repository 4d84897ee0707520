import type { PageAnalyzer } from '../../../shared/domain/turn/page-analyzer.ts';
import { analyzers as ofPages } from '../../../test/plugins/every-address.ts';

/** Every text that looks like an address, in scripts too. */
export const analyzers: readonly PageAnalyzer[] = ofPages.map(analyzer => ({
  ...analyzer,
  name: 'every-address-of-scripts-too',
  reads: [...(analyzer.reads ?? []), 'text/javascript', 'application/javascript'],
}));
