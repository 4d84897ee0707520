import * as z from 'zod';
import { allowance, asMessage, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { toneLanguages } from '../../../shared/wings/publications/tone/context-words.ts';
import { choice } from '../request/fields.ts';
import { Problem } from '../request/problem.ts';
import { readBody } from '../request/read-request.ts';
import { bodyOf } from '../request/request-body.ts';
import { notHere, type Route, route } from '../request/route.ts';
import { modelView, qualityView } from '../views/label-view.ts';
import { annotatorOf, noLabels, ownLabels } from './label-routes.ts';

const languageSchema = z.strictObject({
  language: z.enum(toneLanguages, { error: asMessage(allowance('one-of', { names: toneLanguages })) }),
});

const base64Error = asMessage(allowance('base64'));

/** A file for gateways that let no bytes through. */
const modelSchema = z.strictObject({ base64: z.base64({ error: base64Error }).min(1, { error: base64Error }) });

const language = bodyOf('The language.', languageSchema);

/** The models that learn from labels. */
export const modelRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/quality',
    'Shows how good the model is on the random sample (confusion, calibration), how far annotators agree, and the history of models. A figure that cannot be computed is null with its reason.',
    {
      answers: { 200: 'The figures.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels } }) => qualityView(await labels.quality(id)),
    },
  ),
  route('GET /watches/{id}/training', 'Shows the last training since the place began.', {
    answers: { 200: 'Its state, how far it is, and its report; null for none.', ...noLabels },
    of: ownLabels,
    handle: async ({ own: { id, labels } }) => ({ training: (await labels.training(id)) ?? null }),
  }),
  route(
    'POST /watches/{id}/training',
    'Begins a training on the labels of the watch. Its model is used if it is not worse on labels that it has not seen.',
    {
      body: language,
      answers: { 202: 'Begun.', ...notHere, 409: 'One runs, or this place keeps no labels.' },
      of: ownLabels,
      handle: async ({ own: { id, labels }, body, context }) => {
        const { language } = await body();
        if ((await labels.training(id))?.state === 'running') throw new Problem(409, [refusal('training-runs')]);
        await labels.train(id, language, annotatorOf(context, undefined));
        return { training: (await labels.training(id)) ?? null };
      },
    },
  ),
  route(
    'POST /watches/{id}/models',
    'Uses the model of a file from now on. The body is the file, or JSON with it in base64.',
    {
      body: bodyOf('The file.', modelSchema, true),
      answers: { 201: 'The event in the history of models.', 400: 'It is no model of this version.', ...noLabels },
      of: ownLabels,
      handle: async ({ own: { id, labels }, body, context }) => {
        const isJson = context.req.header('content-type')?.startsWith('application/json') === true;
        const bytes = isJson
          ? new Uint8Array(Buffer.from((await body()).base64, 'base64'))
          : await readBody(context.req.raw, { isList: true });
        return modelView(await labels.addModel(id, bytes, annotatorOf(context, undefined)));
      },
    },
  ),
  route('POST /watches/{id}/models/shipped', 'Goes back to the shipped model of a language.', {
    body: language,
    answers: { 200: 'Done.', ...noLabels },
    of: ownLabels,
    handle: async ({ own: { id, labels }, body, context }) => {
      const { language } = await body();
      await labels.useShipped(id, language, annotatorOf(context, undefined));
      return { language };
    },
  }),
  route('GET /watches/{id}/models/{model}', 'Gives the file of a model.', {
    query: { format: choice('`base64`: as text.', ['base64']) },
    type: 'application/octet-stream',
    answers: { 200: 'The file.', ...noLabels },
    of: ownLabels,
    handle: async ({ own: { id, labels }, query: { format }, context }) => {
      const text = context.req.param('model') ?? '';
      const bytes = /^[1-9]\d{0,8}$/.test(text) ? await labels.model(id, Number(text)) : undefined;
      if (bytes === undefined) throw new Problem(404, [refusal('no-model-file')]);
      if (format === 'base64') return context.text(Buffer.from(bytes).toString('base64'));
      const name = `attachment; filename="model-${text}.bin"`;
      return new Response(Buffer.from(bytes), {
        headers: { 'content-type': 'application/octet-stream', 'content-disposition': name },
      });
    },
  }),
];
