import { knownTable, licenceOf, plainText, textOf } from './data-package.ts';
import type { WrittenFile, WrittenResults } from './written-results.ts';

type Entity = Readonly<Record<string, unknown>>;

/**
 * `ro-crate-metadata.json` (RO-Crate 1.2): the directory as a data set, and the crawl as the action that made it, with its
 * software, sites, begin, end and reason. `crawl.json`, which has the settings, is its object.
 */
export function roCrate(results: WrittenResults, licence: string | undefined): string {
  const { id, title, software, startedAt, finishedAt, finishReason, sites, files } = results;
  const [name = '', version] = software.split(' ');
  const idOf = new Map(files.map(({ path }) => [path, encodeURI(path)]));
  const made = files.map(({ path }) => ref(idOf.get(path)!));
  const reason = finishReason === undefined ? '' : ` It ended by ${finishReason}.`;
  const what = `${finishReason === undefined ? 'Tables of the watch' : 'Crawl'} of ${title}`;
  const settings = files.some(({ path }) => path === 'crawl.json') ? [ref('crawl.json')] : [];
  const terms = licence === undefined ? undefined : licenceOf(licence);
  const origins = new Map(sites.map(site => [site.origin, site.name]));
  const graph: Entity[] = [
    {
      ...entity('ro-crate-metadata.json', 'CreativeWork'),
      conformsTo: ref('https://w3id.org/ro/crate/1.2'),
      about: ref('./'),
    },
    {
      ...entity('./', 'Dataset'),
      ...{
        name: title,
        identifier: ref('#id'),
        datePublished: finishedAt,
        description: `${what}, by ${software}.${reason}`,
      },
      license: terms === undefined ? 'No licence is named: export --licence names one.' : ref(terms.path),
      hasPart: made,
      mentions: ref('#crawl'),
    },
    {
      ...entity('#crawl', 'CreateAction'),
      ...{ name: what, startTime: startedAt, endTime: finishedAt },
      ...(finishReason !== undefined && { description: `The crawl ended by ${finishReason}.` }),
      actionStatus: ref(completed),
      ...{ agent: ref('#software'), instrument: ref('#software') },
      object: [...settings, ...[...origins.keys()].map(ref)],
      result: made,
    },
    { ...entity('#id', 'PropertyValue'), name: 'Id of the crawl', propertyID: 'orbweaver', value: id },
    { ...entity('#software', 'SoftwareApplication'), name, version, url: 'https://orbweaver.invalid/' },
    { ...entity(completed, 'ActionStatusType'), name: 'Completed' },
    ...[...origins].map(([origin, site]) => ({ ...entity(origin, 'WebSite'), name: site, url: origin })),
    ...(terms === undefined
      ? []
      : [{ ...entity(terms.path, 'CreativeWork'), name: terms.name, description: 'Licence of this data set' }]),
    ...files.map(file => fileEntity(file, idOf.get(file.path)!)),
  ];
  return textOf({ '@context': 'https://w3id.org/ro/crate/1.2/context', '@graph': graph });
}

const completed = 'http://schema.org/CompletedActionStatus';

const ref = (id: string): Entity => ({ '@id': id });

function entity(id: string, type: string): Entity {
  return { '@id': id, '@type': type };
}

function fileEntity({ path, bytes, sha256 }: WrittenFile, id: string): Entity {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  const [type = 'application/octet-stream', what = 'A further file.'] = kinds[ending] ?? [];
  // Parquet and Excel files have the rows of the CSV file.
  const about = knownTable(path.replace(/\.(?:parquet|xlsx)$/, '.csv'))?.about;
  const description = path === 'crawl.json' ? 'The settings of the crawl, and what came of it.' : (about ?? what);
  const text = { name: path, description: plainText(description), encodingFormat: type };
  return { ...entity(id, 'File'), ...text, contentSize: String(bytes), sha256 };
}

/** Media types of files by their endings, and what such a file is if its name says no more. */
const kinds: Readonly<Record<string, readonly [type: string, what: string]>> = {
  csv: ['text/csv', 'A table.'],
  json: ['application/json', 'Data of a figure.'],
  html: ['text/html', 'A page to read.'],
  svg: ['image/svg+xml', 'A figure.'],
  gexf: ['application/gexf+xml', 'A graph in GEXF 1.3.'],
  graphml: ['application/graphml+xml', 'A graph in GraphML.'],
  net: ['text/plain', 'A graph for Pajek.'],
  cdxj: ['text/plain', 'The index of the archive.'],
  parquet: ['application/vnd.apache.parquet', 'A table in Parquet.'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'A table for Excel.'],
  gz: ['application/gzip', 'An archive of answers (WARC), or a graph as Common Crawl has it.'],
  wacz: ['application/wacz', 'An archive of answers.'],
};
