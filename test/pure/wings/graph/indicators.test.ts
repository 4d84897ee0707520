import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richTypeOf } from '../../../../shared/wings/graph/indicators/rich-files.ts';
import { outsideLinks, unitFigures } from '../../../../shared/wings/graph/indicators/unit-figures.ts';
import { LinkingPages } from '../../../../shared/wings/graph/site-graph/collected-site.ts';
import { folderOf } from '../../../../shared/wings/graph/site-graph/folder-of.ts';
import { graphOf, nodeOf, resultsOf } from '../../results/sample-results.ts';

const at = 'http://example.org';
const facts = (language: string, words: number) => ({ facts: { contentType: 'text/html', language, words } });
const nodes = [
  nodeOf(0, { bytes: 10, ...facts('en-GB', 5) }),
  nodeOf(1, { url: `${at}/a/x`, level: 1, bytes: 20, externalLinks: 3, duplicates: 2, ...facts('en', 7) }),
  nodeOf(2, { url: `${at}/a/y`, level: 2, bytes: 90, ...facts('de', 9) }),
  nodeOf(3, { url: `${at}/b/z`, level: 3, bytes: 40 }),
];
/** 0 ⇄ 1 → 2 → 3; 2 links to itself. */
const graph = graphOf(nodes, [
  [0, 1, 1],
  [1, 0, 4],
  [1, 2, 2],
  [2, 2, 5],
  [2, 3, 1],
]);
const skipped = (url: string, reason: 'extension' | 'http-status' | 'robots') => ({
  ...{ url, reason, level: 1, foundOn: `${at}/`, attempts: reason === 'http-status' ? 1 : 0 },
});
const results = resultsOf(graph, {
  externalLinks: () =>
    ['https://a.net/1', 'https://a.net/2', 'http://b.net/'].map(url => ({
      url,
      page: '',
      level: 1,
      anchor: '',
      occurrences: 1,
    })),
  skipped: () => [
    skipped(`${at}/a/paper.PDF?v=2`, 'extension'),
    skipped(`${at}/b/t.xlsx`, 'extension'),
    skipped(`${at}/logo.png`, 'extension'),
    skipped(`${at}/b/gone`, 'http-status'),
    skipped(`${at}/secret`, 'robots'),
  ],
});

function pages(): LinkingPages {
  const linking = new LinkingPages();
  linking.addSegment({
    externals: ['https://a.net/1', 'https://a.net/2', 'http://b.net/', 'http://deleted.net/'].map(identity => ({
      identity,
      page: 0,
      anchor: '',
    })),
    numbers: Uint32Array.from([0, 1, 1, 1, 2, 1, 3, 1]),
    pages: [{ identity: `${at}/a/x`, page: { links: { start: 0, internal: 0, external: 4 } } }],
  } as unknown as Parameters<LinkingPages['addSegment']>[0]);
  return linking;
}

function figuresOf(
  of: typeof results,
  links: LinkingPages,
  nameOf: (url: string) => string,
  always: readonly string[] = [],
): ReturnType<typeof unitFigures>[number] {
  return unitFigures(of, outsideLinks({ results: of, pages: links }), [{ nameOf, always }])[0]!;
}

describe('indicators', () => {
  test('of a site are what their definitions say', () => {
    expect(figuresOf(results, pages(), () => '').get('')).toEqual({
      ...{ pages: 4, rich: { pdf: 1, doc: 0, ppt: 0, xls: 1, ps: 0, odf: 0 }, duplicates: 2, failed: 1 },
      ...{ outSites: 2, outPages: 1, outFolders: 1, outAddresses: 3, outLinks: 3, selfArcs: 4, selfLinks: 13 },
      ...{ density: 4 / 12, reciprocity: 0.5, meanLevel: 1.5, maxLevel: 3, core: 0.5, into: 0, outOf: 0.5 },
      ...{ medianBytes: 20, medianWords: 7, language: 'en', languageShare: 0.5 },
    });
  });

  test('of a folder count its own pages and links between them', () => {
    const folders = figuresOf(results, pages(), url => url.slice(at.length, url.lastIndexOf('/') + 1));
    expect([...folders.keys()]).toEqual(['/', '/a/', '/b/']);
    expect(folders.get('/a/')).toMatchObject({
      pages: 2,
      selfArcs: 1,
      selfLinks: 7,
      density: 0.5,
      reciprocity: 0,
      core: 0.5,
      outPages: 1,
    });
    expect(folders.get('/b/')).toMatchObject({ pages: 1, failed: 1, outPages: 0, rich: { xls: 1, pdf: 0 } });
    expect(folders.get('/b/')).not.toHaveProperty('density');
  });

  test('count the arcs with an opposite, in all units at once, as pairs of a plain set do', () => {
    const arc = fc.tuple(fc.nat(9), fc.nat(9)).map(([source, target]) => [source, target, 1] as const);
    const places = Array.from({ length: 10 }, (_, id) => nodeOf(id, { url: `${at}/${id % 3}/${id}` }));
    fc.assert(
      fc.property(fc.uniqueArray(arc, { selector: String }), arcs => {
        const known = new Set(arcs.map(([source, target]) => `${source} ${target}`));
        const shareOf = (isOwn: (source: number, target: number) => boolean): number | undefined => {
          const own = arcs.filter(([source, target]) => source !== target && isOwn(source, target));
          const mutual = own.filter(([source, target]) => known.has(`${target} ${source}`));
          return own.length === 0 ? undefined : mutual.length / own.length;
        };
        const of = resultsOf(graphOf(places, arcs));
        const ways = [{ nameOf: () => '' }, { nameOf: folderOf }];
        const [whole, folders] = unitFigures(of, outsideLinks({ results: of, pages: new LinkingPages() }), ways);
        expect(whole!.get('')!.reciprocity).toBe(shareOf(() => true));
        for (const folder of [0, 1, 2])
          expect(folders!.get(`/${folder}/`)!.reciprocity).toBe(
            shareOf((source, target) => source % 3 === folder && target % 3 === folder),
          );
      }),
    );
  });

  test('orphans have no level that a mean or a greatest level counts', () => {
    const nodes = [0, 1, 1, -1, -1].map((level, id) => nodeOf(id, { level }));
    const of = (some: typeof nodes) => figuresOf(resultsOf(graphOf(some, [])), new LinkingPages(), () => '').get('')!;
    expect(of(nodes)).toMatchObject({ pages: 5, meanLevel: 2 / 3, maxLevel: 1 });
    const alone = of([nodeOf(0, { level: -1 })]);
    expect(['meanLevel' in alone, 'maxLevel' in alone]).toEqual([false, false]);
  });

  test('of a site without pages have nothing that is divided', () => {
    const empty = figuresOf(resultsOf(graphOf([], [])), new LinkingPages(), () => '', ['']).get('');
    expect(empty).toMatchObject({ pages: 0, selfArcs: 0 });
    expect(Object.keys(empty!)).not.toContain('meanLevel');
  });

  test('a folder is the path up to its last slash, whatever address was asked about before', () => {
    const folders: Record<string, string> = {
      '/a/b.html': '/a/',
      '/a/c': '/a/',
      '/a/c?x=/d/e': '/a/',
      '/a/c?x=/d/f': '/a/',
      '/x?/x': '/',
      '/x?/y': '/',
      '/b/': '/b/',
      '/b/%20': '/b/',
      '/b/x': '/b/',
      '/b/y': '/b/',
      '/b/c/y': '/b/c/',
      '/': '/',
    };
    const asked = Object.keys(folders);
    expect(asked.map(path => folderOf(at + path))).toEqual(Object.values(folders));
    expect(asked.toReversed().map(path => folderOf(at + path))).toEqual(Object.values(folders).toReversed());
    expect(folderOf('https://example.com/a/b')).toBe('/a/');
  });

  test('rich files are told by the extension of the path', () => {
    expect(
      ['/a.pdf', '/a.PDF?x=.doc', '/a.odt', '/pdf', '/a.pdf/b', '/a.png'].map(path => richTypeOf(at + path)),
    ).toEqual(['pdf', 'pdf', 'odf', undefined, undefined, undefined]);
  });
});
