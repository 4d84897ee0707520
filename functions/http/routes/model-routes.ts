import type { Context } from 'hono';
import * as z from 'zod';
import { allowance, asMessage, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { HttpPorts } from '../../../shared/place/crawl-service.ts';
import { toneLanguages } from '../../../shared/wings/publications/tone/context-words.ts';
import type { HttpApp, HttpEnv } from '../request/http-env.ts';
import { Problem } from '../request/problem.ts';
import { readBody, readJson, readValue } from '../request/read-request.ts';
import { modelView, qualityView } from '../views/label-view.ts';
import { annotatorOf, ownLabels } from './label-routes.ts';

type Asked = Context<HttpEnv>;

export function addModelRoutes(app: HttpApp, ports: HttpPorts): void {
  app.get('/watches/:id/quality', async context => await showQuality(ports, context));
  app.get('/watches/:id/training', async context => await showTraining(ports, context));
  app.post('/watches/:id/training', async context => await startTraining(ports, context));
  app.post('/watches/:id/models', async context => await addModel(ports, context));
  app.post('/watches/:id/models/shipped', async context => await useShipped(ports, context));
  app.get('/watches/:id/models/:model', async context => await downloadModel(ports, context));
}

/** Body of a training, and of the way back to the shipped model. */
export const languageSchema = z.strictObject({
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

/** Body with the file of a model, for gateways that let no bytes through. */
export const modelSchema = z.strictObject({ base64: z.base64({ error: base64Error }).min(1, { error: base64Error }) });

/** Throws `Problem`, `BadInput`. */
async function bytesInJson(context: Asked): Promise<Uint8Array> {
  const { base64 } = readValue(modelSchema, await readJson(context.req.raw, { isList: true }));
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

async function downloadModel(ports: HttpPorts, context: Asked): Promise<Response> {
  const { id, labels } = await ownLabels(ports, context);
  const text = context.req.param('model') ?? '';
  const bytes = /^[1-9]\d{0,8}$/.test(text) ? await labels.model(id, Number(text)) : undefined;
  if (bytes === undefined) throw new Problem(404, [refusal('no-model-file')]);
  if (context.req.query('format') === 'base64') return context.text(Buffer.from(bytes).toString('base64'));
  const name = `attachment; filename="model-${text}.bin"`;
  return new Response(Buffer.from(bytes), {
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': name },
  });
}
