import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pajek, pajekLabel } from '../../../shared/wings/graph/formats/text-graphs.ts';
import { graphOf, nodeOf } from './sample-results.ts';

describe('pajek', () => {
  it('numbers vertices from 1, as the format demands, so a vertex is its Id + 1', () => {
    const graph = graphOf([nodeOf(0), nodeOf(1)], [[0, 1, 3]]);
    expect(Buffer.concat([...pajek(graph)]).toString()).toBe(
      '*Vertices 2\r\n1 "http://example.org/"\r\n2 "http://example.org/page-1"\r\n*Arcs\r\n1 2 3\r\n',
    );
  });

  it('writes labels in printable ASCII without a quote or backslash', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(pajekLabel(text)).toMatch(/^[ !#-[\]-~]*$/);
      }),
    );
  });

  it('keeps labels exact: each reference decoded once gives the text back', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('&', '#', '3', '4', ';', '"', '\\') }),
    );
    fc.assert(
      fc.property(text, value => {
        const decoded = pajekLabel(value).replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
        expect(decoded).toBe(value);
      }),
    );
  });

  it('leaves the separators of a query as they are', () => {
    expect(pajekLabel('http://example.org/?a=1&b=2')).toBe('http://example.org/?a=1&b=2');
  });
});
