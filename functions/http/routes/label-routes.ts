import * as labels from '../../../shared/place/operations/label-operations.ts';
import * as models from '../../../shared/place/operations/model-operations.ts';
import { isCount } from '../../../shared/place/pages.ts';
import { withInstantTexts } from '../../../shared/place/shown-instants.ts';
import {
  type LabelRecord,
  labelCsvHead,
  labelCsvLine,
} from '../../../shared/wings/publications/labels/label-record.ts';
import { download, exportFormat, textWriter } from '../request/download.ts';
import { choice, cursor } from '../request/fields.ts';
import { readBody } from '../request/read-request.ts';
import { bodyOf, type Route, route } from '../request/route.ts';
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

const { addModel, readModel } = models;

/** The models that learn from labels. */
export const modelRoutes: readonly Route[] = [
  operationRoute(models.showQuality),
  operationRoute(models.showTraining),
  operationRoute(models.beginTraining),
  route(addModel.at, addModel.says, {
    body: bodyOf(addModel.body!, addModel.input, true),
    answers: addModel.answers,
    of: ownWatch,
    handle: async asking => {
      const { context, body } = asking;
      const isJson = context.req.header('content-type')?.startsWith('application/json') === true;
      const bytes = async () => await readBody(context.req.raw, { isList: true });
      const given = isJson ? await body() : { base64: Buffer.from(await bytes()).toString('base64') };
      return withInstantTexts(await performed(addModel, asking, given));
    },
  }),
  operationRoute(models.useShippedModel),
  route(readModel.at, readModel.says, {
    query: { format: choice('`base64`: as text.', ['base64']) },
    type: 'application/octet-stream',
    answers: readModel.answers,
    of: ownWatch,
    handle: async ({ query: { format }, ...asking }) => {
      const model = asking.context.req.param('model') ?? '';
      const bytes = Buffer.from(await performed(readModel, asking, { model }));
      if (format === 'base64') return asking.context.text(bytes.toString('base64'));
      const name = `attachment; filename="model-${model}.bin"`;
      return new Response(bytes, {
        headers: { 'content-type': 'application/octet-stream', 'content-disposition': name },
      });
    },
  }),
];
