import type { Context } from 'hono';
import * as z from 'zod';
import { allowance, asMessage, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { toneLanguages } from '../../../shared/wings/publications/tone/context-words.ts';
import { choice, type ValuesOf } from '../request/fields.ts';
import type { HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { readBody, readJson, readValue } from '../request/read-request.ts';
import { bodyOf } from '../request/request-body.ts';
import { notHere, type Route, route } from '../request/route.ts';
import { modelView, qualityView } from '../views/label-view.ts';
import { annotatorOf, noLabels, ownLabels } from './label-routes.ts';

type Asked = Context<HttpEnv>;

const languageSchema = z.strictObject({
  language: z.enum(toneLanguages, { error: asMessage(allowance('one-of', { names: toneLanguages })) }),
});

async function showQuality(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  return context.json(qualityView(await labels.quality(id)));
}

async function showTraining(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  return context.json({ training: (await labels.training(id)) ?? null });
}

async function startTraining(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const { language } = readValue(languageSchema, await readJson(context.req.raw));
  if ((await labels.training(id))?.state === 'running') throw new Problem(409, [refusal('training-runs')]);
  await labels.train(id, language, annotatorOf(context, undefined));
  return context.json({ training: (await labels.training(id)) ?? null }, 202);
}

async function useShipped(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const { language } = readValue(languageSchema, await readJson(context.req.raw));
  await labels.useShipped(id, language, annotatorOf(context, undefined));
  return context.json({ language });
}

async function addModel(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const isJson = context.req.header('content-type')?.startsWith('application/json') === true;
  const bytes = isJson ? await bytesInJson(context) : await readBody(context.req.raw, { isList: true });
  return context.json(modelView(await labels.addModel(id, bytes, annotatorOf(context, undefined))), 201);
}

const base64Error = asMessage(allowance('base64'));

/** A file for gateways that let no bytes through. */
const modelSchema = z.strictObject({ base64: z.base64({ error: base64Error }).min(1, { error: base64Error }) });

const language = bodyOf('The language.', languageSchema);
const fileQuery = { format: choice('`base64`: as text.', ['base64']) };

/** The models that learn from labels. */
export const modelRoutes: readonly Route[] = [
  route(
    'GET /watches/{id}/quality',
    'Shows how good the model is on the random sample (confusion, calibration), how far annotators agree, and the history of models. A figure that cannot be computed is null with its reason.',
    { answers: { 200: 'The figures.', ...noLabels }, handle: showQuality },
  ),
  route('GET /watches/{id}/training', 'Shows the last training since the place began.', {
    answers: { 200: 'Its state, how far it is, and its report; null for none.', ...noLabels },
    handle: showTraining,
  }),
  route(
    'POST /watches/{id}/training',
    'Begins a training on the labels of the watch. Its model is used if it is not worse on labels that it has not seen.',
    {
      body: language,
      answers: { 202: 'Begun.', ...notHere, 409: 'One runs, or this place keeps no labels.' },
      handle: startTraining,
    },
  ),
  route(
    'POST /watches/{id}/models',
    'Uses the model of a file from now on. The body is the file, or JSON with it in base64.',
    {
      body: bodyOf('The file.', modelSchema),
      answers: { 201: 'The event in the history of models.', 400: 'It is no model of this version.', ...noLabels },
      handle: addModel,
    },
  ),
  route('POST /watches/{id}/models/shipped', 'Goes back to the shipped model of a language.', {
    body: language,
    answers: { 200: 'Done.', ...noLabels },
    handle: useShipped,
  }),
  route('GET /watches/{id}/models/{model}', 'Gives the file of a model.', {
    query: fileQuery,
    type: 'application/octet-stream',
    answers: { 200: 'The file.', ...noLabels },
    handle: downloadModel,
  }),
];

/** Throws `Problem`, `BadInput`. */
async function bytesInJson(context: Asked): Promise<Uint8Array> {
  const { base64 } = readValue(modelSchema, await readJson(context.req.raw, { isList: true }));
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

async function downloadModel(
  ports: HttpPorts,
  context: Asked,
  { format }: ValuesOf<typeof fileQuery>,
): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const text = context.req.param('model') ?? '';
  const bytes = /^[1-9]\d{0,8}$/.test(text) ? await labels.model(id, Number(text)) : undefined;
  if (bytes === undefined) throw new Problem(404, [refusal('no-model-file')]);
  if (format === 'base64') return context.text(Buffer.from(bytes).toString('base64'));
  const name = `attachment; filename="model-${text}.bin"`;
  return new Response(Buffer.from(bytes), {
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': name },
  });
}
