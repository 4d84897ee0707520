import { defined } from '../../../shared/domain/defined.ts';
import { allowance, refusal, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { cursorOf, isCount } from '../../../shared/place/pages.ts';
import { csvHead, csvLine } from '../../../shared/wings/publications/export/export-publications.ts';
import { type MentionsAfter, positionAfter } from '../../../shared/wings/publications/export/mention-page.ts';
import {
  type MentionRecord,
  mentionCsvHead,
  mentionCsvLine,
} from '../../../shared/wings/publications/export/mention-records.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { isKeptName } from '../../../shared/wings/publications/kept/kept-pages.ts';
import { readPeriod } from '../../../shared/wings/publications/search/read-time.ts';
import { type ListPlace, placeOf } from '../../../shared/wings/publications/store/publication-store.ts';
import type { Fitting } from '../../../shared/wings/publications/table/count-fitting.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { bom, download, exportFormat, textWriter } from '../request/download.ts';
import { amount, cursor, day, field, sourceNumber, type ValuesOf, wholeFrom } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { mentionFields, publicationFields, publicationNumber } from '../request/publication-query.ts';
import { type Asking, damaged, type Route, route } from '../request/route.ts';
import { publicationLine, publicationView } from '../views/publication-view.ts';
import { listedIn, type OwnWatch, ownWatch } from './watch-routes.ts';

const place = cursor<ListPlace | undefined>(undefined, isPlace);
const version = (says: string) => field(says, wholeFrom(1), versionOf);

const counted = { 200: '`publications`, `mentions`, `isWhole`, and `all` of the watch.', ...damaged };

/** The publications that a watch found. */
export const publicationRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/publications',
    'Lists publications, newest first by date of publication (without one: by the first look), without their texts.',
    {
      query: {
        ...publicationFields,
        cursor: place,
        limit: amount('Entries of one answer.', { usual: 50, most: 200 }),
      },
      answers: { 200: 'Some publications, and `next`.', ...damaged },
      of: ownWatch,
      handle: async ({ own: { id, watches }, query: { limit: most, cursor: before, query: words, ...fields } }) => {
        const organization = await listedIn(watches, id, fields.organization);
        const query = selected({ ...fields, organization, words });
        const found = await watches.find(id, query, most + 1, before);
        const shown = found.slice(0, most);
        return {
          publications: shown.map(publicationLine),
          ...(found.length > most && { next: cursorOf(placeOf(shown.at(-1)!)) }),
        };
      },
    },
  ),
  route(
    'GET /watches/{id}/publications/count',
    'Counts the publications that fit, and where an organization or a tone is selected their mentions. 5,000 are looked at where an index does not answer; `isWhole` is false where there are more.',
    { query: publicationFields, answers: counted, of: ownWatch, handle: async asking => await countIn(false, asking) },
  ),
  route(
    'GET /watches/{id}/publications/export',
    'Gives all publications that fit, with their texts, as a download: columns as in docs/formats/watch.md.',
    {
      query: { ...publicationFields, format: exportFormat, bom, cursor: place },
      type: 'application/octet-stream',
      answers: { 200: 'The file, or its next part; `Link` has the rest.', ...damaged },
      of: ownWatch,
      /** All that fit, as a download that is written while it is read. */
      handle: async ({
        own: { id, watches },
        query: { format, bom: isMarked, cursor: from, query: words, ...fields },
        ports,
        context,
      }) => {
        const organization = await listedIn(watches, id, fields.organization);
        const query = selected({ ...fields, organization, words });
        const textOf = textWriter<PublicationRecord>({ format, isMarked }, { head: csvHead, line: csvLine });
        return await download<ListPlace>(ports, context, { name: 'publications', format, from }, async before => {
          const { records, last } = await watches.records(id, query, exportedAtOnce, before);
          return { text: textOf(records, before === undefined), rest: last };
        });
      },
    },
  ),
  route(
    'GET /watches/{id}/publications/{publication}',
    'Shows a publication: the text of a version, all versions, and copies in its cluster.',
    {
      query: { version: version('The latest one unless given.') },
      answers: { 200: 'The publication.', ...damaged },
      of: ownWatch,
      handle: async ({ own: { id, row, watches }, query: { version: asked }, context }) => {
        const number = publicationNumber('publication', context.req.param('publication') ?? '');
        const known = await watches.publication(id, number);
        if (known === undefined) throw new Problem(404, [refusal('no-such-publication')]);
        const shownVersion = asked ?? known.row.version;
        const [text, source, cluster] = await Promise.all([
          watches.text(id, number, shownVersion),
          watches.source(id, known.row.source),
          watches.find(id, selected({ cluster: known.row.cluster }), copiesShown + 1),
        ]);
        if (text === undefined) throw noVersion('version', shownVersion);
        const name = row.spec.sites.find(each => each.number === known.row.source)?.name ?? source?.name;
        const copies = cluster.filter(copy => copy.id !== number);
        return {
          ...publicationView(known, { version: shownVersion, text, source: name ?? String(known.row.source) }),
          copies: copies.slice(0, copiesShown).map(publicationLine),
          hasMoreCopies: cluster.length > copiesShown,
        };
      },
    },
  ),
  route(
    'POST /watches/{id}/reread',
    'Reads kept pages again with the zone and the rules that are set now, without a request to their sources. A version that differs from what its page gives now gets a correction, which is the next version, of the same look (`corrects` in the list of versions). A call takes some pages: call it with `cursor` until there is no `next`.',
    {
      query: {
        source: sourceNumber,
        since: day('Of publications first seen from this day or instant on (UTC); 7d: a week ago.'),
        cursor: cursor<string | undefined>(undefined, isKeptName),
      },
      answers: {
        200: '`pages` looked at, publications `read` again, those of them `corrected`, others `left` by reason, and `next`; at the end `publications`: all that were meant, with a kept page or not.',
        ...damaged,
      },
      of: ownWatch,
      handle: async ({ own: { id, watches }, query: { source, since, cursor: after } }) => {
        const query = {
          ...defined({ source, after }),
          ...readPeriod(['since', since], ['until', undefined]),
        };
        const { next, ...read } = await watches.reread(id, query);
        return { ...read, ...(next !== undefined && { next: cursorOf(next) }) };
      },
    },
  ),
  route('GET /watches/{id}/publications/{publication}/compare', 'Compares two versions word by word.', {
    query: {
      from: version('The one before `to` unless given.'),
      to: version('The latest one unless given.'),
    },
    answers: { 200: 'Parts of title and text: `same`, `added`, `removed`.', ...damaged },
    of: ownWatch,
    handle: async ({ own: { id, watches }, query, context }) => {
      const number = publicationNumber('publication', context.req.param('publication') ?? '');
      const known = await watches.publication(id, number);
      if (known === undefined) throw new Problem(404, [refusal('no-such-publication')]);
      const { to = known.row.version } = query;
      const { from = Math.max(1, to - 1) } = query;
      const comparison = await watches.compare(id, number, from, to);
      if (comparison !== undefined) return comparison;
      const missing = known.versions.some(({ version }) => version === from) ? ['to', to] : ['from', from];
      throw noVersion(String(missing[0]), Number(missing[1]));
    },
  }),
];

/** `isMentioning`: those that mention an organization of the list, whichever it is. */
async function countIn(
  isMentioning: boolean,
  { own, query: { query: words, ...fields } }: Asking<Partial<ValuesOf<typeof publicationFields>>, unknown, OwnWatch>,
): Promise<Fitting> {
  const { id, watches } = own;
  const organization = await listedIn(watches, id, fields.organization);
  const query = selected({ ...fields, organization, words });
  return await watches.countFitting(id, query, isMentioning);
}

function isPlace(value: unknown): value is ListPlace {
  const { datedAt, id } = Object(value) as Partial<Record<keyof ListPlace, unknown>>;
  return Number.isSafeInteger(datedAt) && isCount(id);
}

/** Publications whose texts are in memory at once. */
const exportedAtOnce = 20;

/** Copies of one answer; a list of them by `cluster` has all. */
const copiesShown = 50;

function versionOf(name: string, given: string): number {
  if (/^[1-9]\d{0,6}$/.test(given)) return Number(given);
  throw new Problem(400, [refusedValue(name, given, allowance('no-such-version'))]);
}

function noVersion(name: string, version: number): Problem {
  return new Problem(404, [refusedValue(name, version, allowance('no-such-version'))]);
}

/** Mentions that are in memory at once. */
const mentionsAtOnce = 500;

export const mentionRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/mentions/count',
    'Counts the publications with a mention that fit, and their mentions, without those that people rejected.',
    { query: mentionFields, answers: counted, of: ownWatch, handle: async asking => await countIn(true, asking) },
  ),
  route(
    'GET /watches/{id}/mentions/export',
    'Gives each mention in the latest versions, the newest publication first, as a download: columns as in docs/formats/watch.md.',
    {
      query: {
        ...mentionFields,
        format: exportFormat,
        bom,
        cursor: cursor<MentionsAfter | undefined>(undefined, isPosition),
      },
      type: 'application/octet-stream',
      answers: {
        200: 'The file, or its next part; `Link` has the rest.',
        ...damaged,
      },
      of: ownWatch,
      handle: async ({
        own: { id, watches },
        query: { format, bom: isMarked, cursor: from, ...fields },
        ports,
        context,
      }) => {
        const organization = await listedIn(watches, id, fields.organization);
        const query = selected({ ...fields, organization });
        const textOf = textWriter<MentionRecord>({ format, isMarked }, { head: mentionCsvHead, line: mentionCsvLine });
        return await download<MentionsAfter>(ports, context, { name: 'mentions', format, from }, async after => {
          const records = await watches.mentions(id, query, mentionsAtOnce, after);
          const rest = records.length < mentionsAtOnce ? undefined : positionAfter(records, after);
          return { text: textOf(records, after === undefined), rest };
        });
      },
    },
  ),
];

function isPosition(value: unknown): value is MentionsAfter {
  const { publication, datedAt, given } = Object(value) as Partial<Record<keyof MentionsAfter, unknown>>;
  return isCount(publication) && Number.isSafeInteger(datedAt) && isCount(given);
}
