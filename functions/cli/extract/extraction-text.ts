import { foldText } from '../../../shared/domain/text-columns.ts';
import type { Extraction } from '../../../shared/wings/publications/extraction/extract-page.ts';
import type { GrabbedPage } from '../../../shared/wings/publications/grabber/grab-page.ts';

const width = 80;
const labelWidth = 12;

const warningTexts: Readonly<Record<Extraction['warnings'][number], string>> = {
  'plain-tree': 'the page costs too much to read as browsers do; its tags were taken as they are',
  'page-cut': 'the end of the page was not read, for it has too many elements',
  'text-from-ld': 'the text is that of JSON-LD or of other JSON in the page',
  'no-text': 'no text was found; where scripts draw it, --render auto loads the page in a browser',
  'doubtful-text': 'the title, the summary or JSON-LD of the page speak of another text',
  'further-pages': 'the article goes on at further pages, which are not in the text',
  'no-page-type': 'no page type of the rules fits, so the text is the one that was found without them',
  'no-rule-text': 'the rule of the text gave nothing, so the text is the one that was found without it',
  'rule-too-dear': 'the rules cost too much on this page, so they were left out',
  'rule-failed': 'an expression gives a function what it cannot take, so the rules were left out',
};

/** An extraction for people: facts, an empty line, the text. Lines of 80 columns; the page's control characters are gone. */
export function extractionText(extraction: Extraction | GrabbedPage): string {
  const { sources, warnings, text } = extraction;
  const from = (name: string) => (sources[name] === undefined ? '' : ` (${sources[name]})`);
  const facts: ReadonlyArray<readonly [label: string, value: string | null]> = [
    ['Title', extraction.title === null ? null : extraction.title + from('title')],
    ['Authors', extraction.authors.length === 0 ? null : extraction.authors.join(', ') + from('authors')],
    ['Published', dateText(extraction.published)],
    ['Modified', dateText(extraction.modified)],
    ['Section', extraction.section],
    ['Tags', extraction.tags.length === 0 ? null : extraction.tags.join(', ')],
    ['Language', extraction.language],
    ['Image', extraction.image],
    ['Canonical', extraction.canonicalUrl],
    ['AMP', extraction.ampUrl],
    ['Access', extraction.access],
    ...('fields' in extraction ? Object.entries(extraction.fields) : []),
    ['Page type', 'pageType' in extraction ? extraction.pageType : null],
    ['Article', `${extraction.article ? 'yes' : 'no'} (score ${extraction.articleScore})`],
    ['Text', `${text.length} characters (confidence ${extraction.confidence})`],
    ...warnings.map(warning => ['Note', warningTexts[warning]] as const),
  ];
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : factLines(label, printable(value))));
  const body =
    text === ''
      ? []
      : [
          '',
          ...printable(text)
            .split('\n')
            .flatMap(line => foldText(line, width)),
        ];
  return `${[...lines, ...body].join('\n')}\n`;
}

function dateText(date: Extraction['published']): string | null {
  if (date === null) return null;
  const at = date.precision === 'day' ? date.at.slice(0, 10) : date.at.replace(/:\d\d\.\d+Z$/, '').replace('T', ' ');
  const zone = date.precision === 'day' ? '' : date.offset === null ? ', zone unknown' : ' UTC';
  return `${at}${zone} ("${date.words}", ${date.source})`;
}

function factLines(label: string, value: string): readonly string[] {
  const [first = '', ...rest] = foldText(value.replace(/\s+/g, ' '), width - labelWidth);
  return [`${`${label}:`.padEnd(labelWidth)}${first}`, ...rest.map(line => `${' '.repeat(labelWidth)}${line}`)];
}

/** Without characters that would steer a terminal, marks of direction among them. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
