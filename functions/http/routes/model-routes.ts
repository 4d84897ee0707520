import * as models from '../../../shared/place/operations/model-operations.ts';
import { withInstantTexts } from '../../../shared/place/shown-instants.ts';
import { choice } from '../request/fields.ts';
import { readBody } from '../request/read-request.ts';
import { bodyOf, type Route, route } from '../request/route.ts';
import { operationRoute, performed } from './operation-route.ts';
import { ownWatch } from './watch-routes.ts';

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
