import type { PageAnalyzer } from '../../shared/domain/turn/page-analyzer.ts';

/** Notes the headings of each page, in `reports/<host>.headings.jsonl`. Pages without any have no line. */
export const analyzers: readonly PageAnalyzer[] = [
  {
    name: 'headings',
    analyze: ({ tree }) => {
      const $ = tree();
      const texts = $('h1, h2').map((_, heading) => $(heading).text().trim());
      return texts.length > 0 ? texts.get() : undefined;
    },
  },
];
