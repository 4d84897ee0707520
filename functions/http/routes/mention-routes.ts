import { type MentionsAfter, positionAfter } from '../../../shared/wings/publications/export/mention-page.ts';
import {
  type MentionRecord,
  mentionCsvHead,
  mentionCsvLine,
} from '../../../shared/wings/publications/export/mention-records.ts';
import { selected } from '../../../shared/wings/publications/table/selected.ts';
import { bom, download, exportFormat, textWriter } from '../request/download.ts';
import { cursor } from '../request/fields.ts';
import { demandListed } from '../request/listed-organization.ts';
import { isCount } from '../request/pages.ts';
import { mentionFields } from '../request/publication-query.ts';
import { damaged, type Route, route } from '../request/route.ts';
import { counted, countIn } from './publication-routes.ts';
import { ownWatch } from './watch-routes.ts';

/** Mentions that are in memory at once. */
const exportedAtOnce = 500;

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
        const query = selected(fields);
        await demandListed(watches, id, fields.organization);
        const textOf = textWriter<MentionRecord>({ format, isMarked }, { head: mentionCsvHead, line: mentionCsvLine });
        return await download<MentionsAfter>(ports, context, { name: 'mentions', format, from }, async after => {
          const records = await watches.mentions(id, query, exportedAtOnce, after);
          const rest = records.length < exportedAtOnce ? undefined : positionAfter(records, after);
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
