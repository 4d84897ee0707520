/** How well and how fast mentions are found, beside their bars. Options: `--only sentences,quality,suggestions,speed`, `--rounds N`. */
import { parseArgs } from 'node:util';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { formatTable } from '../measured/table.ts';
import {
  markedSentences,
  otherFiles,
  scoreSentence,
  sentenceDictionary,
  sentenceFiles,
  sumOfScores,
} from './marked-sentences.ts';
import {
  dictionaryOf,
  hasOrgMentions,
  intervalOf,
  ratiosOf,
  readNamedOrganizations,
  readNewsTexts,
  scoreDocument,
} from './org-mentions.ts';
import { runPattern, runSpeed } from './speed.ts';
import { scoreSuggestions } from './suggestions.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'sentences,quality,suggestions,speed' },
    rounds: { type: 'string', default: '5' },
  },
});
const parts = values.only.split(',');
const bars: Bar[] = parts.includes('sentences') ? [...barsOfSentences(), ...barsOfOtherLanguages()] : [];
if (!hasOrgMentions) console.log('skipped: ../shared/suites/org-mentions is not there');
else {
  if (parts.includes('quality')) bars.push(...barsOfQuality());
  if (parts.includes('suggestions')) bars.push(...barsOfSuggestions());
  if (parts.includes('speed')) bars.push(...barsOfSpeed(Number(values.rounds)));
}
for (const bar of bars) console.log(verdictOf(bar));
process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;

/** Sentences of our own; each that is read wrongly is printed. */
function barsOfSentences(): Bar[] {
  const dictionary = sentenceDictionary();
  return sentenceFiles.map(file => {
    const { faults, f1 } = sumOfScores(markedSentences(file).map(each => scoreSentence(each, dictionary)));
    for (const fault of faults) console.log(`${file}: ${fault}`);
    return { what: `mentions: F1 on ${file} short of 1, %`, value: 100 * (1 - f1), limit: 3 };
  });
}

/** German, French and Ukrainian: precision, recall and F1 of the half to mend the rules with, and of the half that was held back. */
function barsOfOtherLanguages(): Bar[] {
  const dictionary = sentenceDictionary('other-organizations.csv');
  const rows = otherFiles.flatMap(file =>
    ['de', 'fr', 'uk'].map(language => {
      const some = markedSentences(file).filter(each => each.language === language);
      const { right, found, wanted, faults, f1 } = sumOfScores(some.map(each => scoreSentence(each, dictionary)));
      for (const fault of faults) console.log(`${file}: ${fault}`);
      return { file, language, figures: [right / found, right / wanted, f1], count: some.length };
    }),
  );
  const shown = rows.map(({ file, language, figures, count }) => [
    ...[file, language, String(count)],
    ...figures.map(each => each.toFixed(3)),
  ]);
  console.log(formatTable(['', 'language', 'sentences', 'precision', 'recall', 'f1'], shown));
  return rows.map(({ file, language, figures }) => ({
    what: `mentions: F1 on ${file} in ${language} short of 1, %`,
    value: 100 * (1 - figures.at(-1)!),
    limit: 5,
  }));
}

function barsOfQuality(): readonly Bar[] {
  const organizations = readNamedOrganizations();
  const dictionary = dictionaryOf(organizations);
  const scores = readNewsTexts().map(text => scoreDocument(text, organizations, dictionary));
  const figures = ratiosOf(scores);
  console.log(
    `\nfactRuEval-2016, ${scores.length} documents, ${organizations.length} organizations; 95 % over documents`,
  );
  const row = (name: keyof typeof figures) => {
    const [low, high] = intervalOf(scores, some => ratiosOf(some)[name]);
    return [name, ...[figures[name], low, high].map(figure => figure.toFixed(3))];
  };
  console.log(formatTable(['', 'all', 'from', 'to'], [row('recall'), row('precision'), row('f1'), row('any')]));
  return [
    { what: 'mentions: F1 short of 1, %', value: 100 * (1 - figures.f1), limit: 2.5 },
    { what: 'mentions: not of any organization, %', value: 100 * (1 - figures.any), limit: 1 },
  ];
}

/** Precision of suggestions by kind, and the part that they find of unknown organizations and of people behind a name. */
function barsOfSuggestions(): readonly Bar[] {
  const { kinds, organizations, people } = scoreSuggestions();
  const lines = [...Object.entries(kinds), ['organizations found', organizations], ['people found', people]] as const;
  const share = (right: number, places: number) => (places === 0 ? '–' : (right / places).toFixed(2));
  const rows = lines.map(([name, { places, right }]) => [name, String(places), String(right), share(right, places)]);
  console.log(`\n${formatTable(['suggestions', 'places', 'right', 'share'], rows)}`);
  const [places, right] = (['places', 'right'] as const).map(of =>
    Object.values(kinds).reduce((sum, each) => sum + each[of], 0),
  ) as [number, number];
  return [{ what: 'suggestions: wrong, %', value: 100 * (1 - right / places), limit: 15 }];
}

function barsOfSpeed(rounds: number): readonly Bar[] {
  const texts = readNewsTexts().map(({ text }) => text);
  const runs = runSpeed(texts, [1_000, 50_000], rounds);
  const pattern = runPattern(texts, 1_000, 1);
  console.log(
    `\ndocuments of factRuEval-2016, best of ${rounds} rounds of a second; the machine should have nothing else to do`,
  );
  console.log(
    formatTable(
      ['names', 'MB/s', 's to build'],
      [
        ...runs.map(each => [String(each.names), each.megabytes.toFixed(1), each.buildSeconds.toFixed(2)]),
        ['1000, a regular expression', pattern.toFixed(1), ''],
      ],
    ),
  );
  const [few, many] = runs;
  return [
    { what: '1,000 names: seconds for 60 MB', value: 60 / few!.megabytes, limit: 1 },
    { what: '50,000 names: slower than with 1,000, %', value: 100 * (1 - many!.megabytes / few!.megabytes), limit: 10 },
  ];
}
