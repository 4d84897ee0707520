import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clausesIn, forbiddenIn, listedIn } from './forbidden-forms.ts';
import { pagesIn, paragraphsOf, root } from './written-docs.ts';

/**
 * A sentence with three of these words makes a newcomer look for the nouns. In well-known codebases at most 0.3 % of the
 * sentences in comments have three (docs/decisions/house.md, "Bars of the house").
 */
const pronouns = [
  /\b(one|another|that|those|who|such)\b/gi,
  /\b(one|another|those|who|whoever|whose|whom|it|none|such|same)\b/gi,
];
const most = 3;
const allowedShare = 0.005;

interface Sentence {
  readonly place: string;
  readonly text: string;
}

const product = ['shared', 'functions', 'infra'];

function sourcesIn(folders: readonly string[]): string[] {
  const list = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' });
  return list.split('\n').filter(file => /\.[jt]s$/.test(file));
}

function commentsOf(source: string): { readonly text: string; readonly line: number }[] {
  return [...source.matchAll(/\/\*\*?(.*?)\*\/|(?:^[ \t]*\/\/[^\n]*\n)+|\/\/[^\n]*/gms)].map(match => ({
    text: match[0].replace(/^\s*(\/\*\*?|\*\/|\*|\/\/)/gm, ' ').replace(/\*\/$/, ' '),
    line: source.slice(0, match.index).split('\n').length,
  }));
}

function sentencesOf(text: string): string[] {
  const plain = text.replace(/`[^`]*`/g, 'X').replace(/\s+/g, ' ');
  return plain.split(/(?<=[.!?;])\s+(?=[A-Z])|(?<=\.)\s/).filter(sentence => sentence.trim().split(' ').length > 2);
}

function isRiddle({ text }: Sentence): boolean {
  return pronouns.some(pattern => (text.match(pattern)?.length ?? 0) >= most);
}

/**
 * The same words in Russian, in all cases. A sentence has "который" and "его" more often than English has "that" and "it", so
 * counting them too makes this rule the stricter one.
 */
const russianPronouns = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:одн|друг|так|сам|кажд)(?:ой|ая|ое|ого|ому|им|ом|ую|ие|их|ими|а|о|ну|ни|ними|них|ним|ном|ного|ному|ной|но)',
    'один|тот|та|то|того|той|тому|тем|том|ту|те|тех|теми|кто|кого|кому|кем',
    'котор(?:ый|ая|ое|ого|ой|ому|ым|ом|ую|ые|ых|ыми)',
    'чей|чья|чьё|чьи|чьих|это|он|она|оно|они|его|её|ему|ей|им|ими|ней|нём|нему|него|неё|них|ним|ними',
  ].join('|')})(?!\\p{L})`,
  'giu',
);

/** All documents that people write; `docs/reference` is generated. */
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'shared/wings/publications/tone/models/README.md'],
  ...['docs', 'docs/decisions', 'docs/design', 'docs/formats'].flatMap(folder => [...pagesIn(folder).keys()]),
];
const russianFiles = [
  ...['words', 'refusals'].map(name => `functions/console/words/${name}-ru.json`),
  'shared/wings/graph/issues/issue-words-ru.json',
];

/** Words of offices, and calques: a plain verb or noun says the same. */
const officialese =
  /(?<!\p{L})(?:явля(?:ет|ют|л)\p{L}*|осуществл\p{L}+|производи(?:т|л)ся|вышеуказанн\p{L}+|нижеследующ\p{L}+|имеет место|на предмет|в случае если|в целях|своего собственного)(?!\p{L})/iu;

/** Texts between quotation marks in a file, without its comments. */
function quotedTexts(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return [...source.matchAll(/(['"])((?:(?!\1)[^\\\n]|\\.)*)\1|`([^`]*)`/g)].map(match => match[2] ?? match[3]!);
}

/** Expressions in templates, and names in braces, are no words of a text. */
function withoutCode(text: string): string {
  return text.replace(/\$?\{[^{}]*\}/g, '…');
}

/** Sentences in the quoted texts of a file. */
function russianSentences(file: string): string[] {
  const sentences = quotedTexts(file)
    .filter(text => /[а-яё]/i.test(text))
    .flatMap(text => text.split(/(?<=[.!?;])\s+/));
  return sentences.filter(sentence => sentence.trim().split(' ').length > 2);
}

describe('plain English', () => {
  const sentences = sourcesIn(product).flatMap(file =>
    commentsOf(readFileSync(join(root, file), 'utf8')).flatMap(({ text, line }) =>
      sentencesOf(text).map((each): Sentence => ({ place: `${file}:${line}`, text: each })),
    ),
  );

  test('comments name their nouns and actors', () => {
    const riddles = sentences.filter(isRiddle);
    expect(sentences.length).toBeGreaterThan(2_000);
    const shown = riddles.map(({ place, text }) => `${place} ${text.trim()}`);
    expect(riddles.length / sentences.length, shown.join('\n')).toBeLessThan(allowedShare);
  });

  test('comments have no form that stops a reader', () => {
    const found = sentences.flatMap(({ place, text }) => listedIn(text).map(form => `${place} ${form}`));
    expect(found).toEqual([]);
  });

  test('comments begin with a noun, also those of benchmarks, scripts and tests', () => {
    const comments = sourcesIn([...product, 'bench', 'scripts', 'test']).flatMap(file =>
      commentsOf(readFileSync(join(root, file), 'utf8')).map(({ text, line }) => ({ place: `${file}:${line}`, text })),
    );
    expect(comments.length).toBeGreaterThan(4_000);
    const found = comments.flatMap(({ place, text }) =>
      clausesIn(text.replace(/\s+/g, ' ').trim()).map(clause => `${place} ${clause}`),
    );
    expect(found).toEqual([]);
  });

  test('texts for users have no form that stops a reader', () => {
    const words = ['functions/console/words/words-en.json', 'functions/cli/watch/look-words.json'];
    const files = [...sourcesIn(product), ...words];
    const texts = files.flatMap(file =>
      quotedTexts(file)
        .filter(text => / \S+ /.test(text))
        .map(text => ({ file, text })),
    );
    expect(texts.length).toBeGreaterThan(3_000);
    const found = texts.flatMap(({ file, text }) =>
      listedIn(withoutCode(text)).map(form => `${file} ${form} in: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test('texts for users in Russian have no form of an office', () => {
    const texts = russianFiles.flatMap(quotedTexts);
    expect(texts.filter(text => officialese.test(text))).toEqual([]);
  });

  test('texts in Russian name their nouns and actors', () => {
    const all = russianFiles.flatMap(russianSentences);
    expect(all.length).toBeGreaterThan(350);
    const riddles = all.filter(text => (text.match(russianPronouns)?.length ?? 0) >= most);
    expect(riddles.length / all.length, riddles.join('\n')).toBeLessThan(allowedShare);
  });

  test.each([
    ['Это тот же сайт, что и один из предыдущих в множестве.', 3],
    ['Другого такого сайта нет.', 2],
    ['Сайт совпадает с предыдущим сайтом множества.', 0],
    ['Однако потому самолёт и другой, тоже один.', 2],
  ])('counts %s', (text, count) => {
    expect(text.match(russianPronouns)?.length ?? 0).toBe(count);
  });

  test('nothing "stands" where it is', () => {
    const standing = sentences.filter(({ text }) => /\bstands?\b(?! (for|out)\b)/.test(text));
    expect(standing.map(({ place, text }) => `${place} ${text.trim()}`)).toEqual([]);
  });

  test.each(documents)('in %s nothing "stands" where it is', file => {
    const prose = readFileSync(join(root, file), 'utf8').replace(/"[^"]*"|```.*?```/gs, '');
    expect(prose.split('\n').filter(line => /\bstands?\b(?! (for|out|still)\b)/.test(line))).toEqual([]);
  });

  test.each(documents)('%s has no form that stops a reader', file => {
    const paragraphs = paragraphsOf(readFileSync(join(root, file), 'utf8'));
    expect(paragraphs.length).toBeGreaterThan(5);
    const found = paragraphs.flatMap(text => forbiddenIn(text).map(form => `${form} in: ${text}`));
    expect(found).toEqual([]);
  });

  test.each([
    ['A person is told of the change.', 1],
    ['Robots.txt tells the delay; this tells two pages apart.', 1],
    ['The address is asked for again, as ever.', 2],
    ['A mark parts the values; they are parted by commas.', 1],
    ['Parts of a page have a host of their own.', 1],
    ['What is done is in the items alone.', 1],
    ['It waits. Who pays waits little.', 1],
    ['What is a site? A host.', 0],
    ['The parts of a plugin are requested, known and reported; a turn splits the rest.', 0],
    ['A name `told` and a quoted "as ever" are no words of ours.', 0],
  ])('counts the forms in: %s', (text, count) => {
    expect(forbiddenIn(text)).toHaveLength(count);
  });

  test.each(documents)('%s has at most 40 KB', file => {
    expect(readFileSync(join(root, file)).length).toBeLessThanOrEqual(40_000);
  });

  test.each(documents)('%s names its nouns and actors', file => {
    const prose = readFileSync(join(root, file), 'utf8').replace(/```.*?```/gs, '');
    const all = prose.split(/\n\s*\n|\n(?=[|\-#*])/).flatMap(sentencesOf);
    const riddles = all.filter(text => isRiddle({ place: file, text }));
    // A short document may have a single one.
    expect(riddles.length, riddles.join('\n')).toBeLessThanOrEqual(Math.max(1, Math.floor(all.length * allowedShare)));
  });
});
