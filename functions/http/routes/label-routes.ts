import * as labels from '../../../shared/place/operations/label-operations.ts';
import { isCount } from '../../../shared/place/pages.ts';
import type { LabelRecord } from '../../../shared/wings/publications/labels/label-record.ts';
import { labelCsvHead, labelCsvLine } from '../../../shared/wings/publications/labels/label-record.ts';
import { download, exportFormat, textWriter } from '../request/download.ts';
import { cursor } from '../request/fields.ts';
import { type Route, route } from '../request/route.ts';
import { operationRoute, performed } from './operation-route.ts';
import { ownWatch } from './watch-routes.ts';

const { readLabels } = labels;
/** Labels that are in memory at once. */
const most = 500;

/** The labels of experts for publications. */
export const labelRoutes: readonly Route[] = [
  operationRoute(labels.showLabels),
  operationRoute(labels.addLabel),
  operationRoute(labels.takeLabelBack),
  operationRoute(labels.showQueue),
  operationRoute(labels.listDisputes),
  route(readLabels.at, readLabels.says, {
    query: { format: exportFormat, cursor: cursor<number | undefined>(undefined, isCount) },
    type: 'application/octet-stream',
    answers: readLabels.answers,
    of: ownWatch,
    handle: async ({ query: { format, cursor: from }, ...asking }) => {
      const textOf = textWriter<LabelRecord>({ format }, { head: labelCsvHead, line: labelCsvLine });
      const named = { name: 'labels', format, from };
      return await download<number>(asking.ports, asking.context, named, async (after = 0) => {
        const records = await performed(readLabels, asking, { after, most });
        const last = records.length < most ? undefined : records.at(-1)!.label;
        return { text: textOf(records, after === 0), rest: typeof last === 'number' ? last : undefined };
      });
    },
  }),
  operationRoute(labels.importLabelFile),
];
