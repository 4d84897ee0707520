import { describe, expect, test } from 'vitest';
import { extractPage } from '../../../../../shared/wings/publications/extraction/extract-page.ts';
import { markedText } from '../../../../../shared/wings/publications/extraction/text/text-marks.ts';

const sentence = 'The bridge over the river was closed on Monday, and nobody could say for how long it would stay so.';
const html = `<!doctype html><html lang=en><title>Bridge</title><body><article><h1>Bridge closed</h1>
  <p>${sentence}</p><h2>What comes next</h2><p>${sentence} One<br>Two<br>Three ${sentence}</p>
  <ul><li>First of the items<ul><li>Inner item of it</li></ul></li><li>Second of the items</li></ul>
  <blockquote><p>Said one.</p><p>${sentence}</p></blockquote>
  <pre>if (open)
    cross();</pre>
  <table><tr><td>Left</td><td>Right</td></tr><tr><td>1</td><td>2</td></tr></table><p>${sentence} End.</p></article></body></html>`;
const request = { html, now: Date.UTC(2026, 0, 1) };

describe('marks of a text', () => {
  test('give with the plain text what the markup gives', () => {
    const { text, marks } = extractPage({ ...request, marks: true });
    expect(text).toBe(extractPage(request).text);
    expect(markedText(text, marks!)).toBe(extractPage({ ...request, markup: true }).text);
    expect(marks!.map(([, , mark]) => mark)).toEqual(expect.arrayContaining(['## ', '- ', '> ', '```']));
  });

  test('are there only where they are asked for', () => {
    expect(extractPage(request)).not.toHaveProperty('marks');
  });

  test('of lines that a text does not have change nothing', () => {
    expect(
      markedText('a\nb', [
        [5, 1, '# '],
        [1, 2, '> '],
        [0, 1, '- '],
      ]),
    ).toBe('- a\nb');
  });
});
