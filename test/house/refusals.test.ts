import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { refusalsRu } from '../../functions/console/words/refusals-ru.ts';
import { type RefusalCode, refusalSentences } from '../../shared/domain/refusal/refusal-sentences.ts';

const english: Readonly<Record<RefusalCode, string>> = refusalSentences;
const codes = Object.keys(english) as RefusalCode[];
const consoleFolder = 'functions/console';

const filesBelow = (folder: string): readonly string[] => globSync(`${folder}/**/*.ts`);
const factsIn = (sentence: string): readonly string[] =>
  Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

describe('every code of a refusal', () => {
  test('has a sentence in English and in Russian', () => {
    expect(Object.keys(refusalsRu)).toEqual(codes);
    const notRussian = codes.filter(code => !/[а-яё]/i.test(refusalsRu[code]));
    const notEnglish = codes.filter(code => english[code].trim() === '' || /[а-яё]/i.test(english[code]));
    expect({ notRussian, notEnglish }).toEqual({ notRussian: [], notEnglish: [] });
  });

  test('has in Russian no fact that the English sentence lacks', () => {
    const known = (code: RefusalCode): readonly string[] => [...factsIn(english[code]), 'at', 'value', 'fault'];
    const unknown = codes.flatMap(code =>
      factsIn(refusalsRu[code])
        .filter(name => !known(code).includes(name))
        .map(name => `${code}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('is used', () => {
    const sources = ['shared', 'functions', 'infra']
      .flatMap(folder => filesBelow(folder))
      .filter(file => !/refusal-sentences|refusals-ru/.test(file))
      .map(file => readFileSync(file, 'utf8'))
      .join('\n');
    expect(codes.filter(code => !sources.includes(`'${code}'`))).toEqual([]);
  });
});

describe('the console', () => {
  const lines = filesBelow(consoleFolder).flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, index) => ({ place: `${file}:${index + 1}`, text })),
  );

  test('has no pattern over English sentences', () => {
    const patterns = lines.flatMap(({ place, text }) =>
      Array.from(
        text.matchAll(/(?<=[(,=:&|?!]\s*)\/(?![*/])(?:\\.|[^/\\\n])+\/[a-z]*/g),
        ([pattern]) => `${place} ${pattern}`,
      ),
    );
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter(pattern => /[a-z]{2,} [a-z]{2,}/i.test(pattern.slice(pattern.indexOf(' ') + 1)))).toEqual(
      [],
    );
  });

  test('asks no message what it says', () => {
    const asked = lines.filter(({ text }) =>
      /\bmessage\b\)?\.(?:match|replace|replaceAll|search|split|startsWith|endsWith|includes|indexOf)\b|\.(?:test|exec)\([\w.]*message\b/.test(
        text,
      ),
    );
    expect(asked).toEqual([]);
  });
});
