import { readFile } from 'node:fs/promises';
import { oneLine } from '../../../shared/domain/text-columns.ts';
import type { AnswerOf } from '../../../shared/place/operation.ts';
import type { showQuality } from '../../../shared/place/operations/model-operations.ts';
import { formatTable, print, printLines } from '../terminal/print.ts';
import { type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';

/** `orbweaver remote models list`: what became of the models of a watch. */
export async function listRemoteModels(id: string, options: RemoteOptions): Promise<void> {
  const { models, current } = await (await remoteApi(options)).call<AnswerOf<typeof showQuality>>(
    'GET',
    `${watchPath(id)}/quality`,
  );
  if (options.json) return printLines([JSON.stringify({ models, current }, null, 2)]);
  if (models.length === 0) return printLines(['The shipped models are used; no other was made.']);
  const rows = models.map(each => [String(each.model), each.at.slice(0, 16), each.event, oneLine(each.name)]);
  printLines(formatTable([['model', 'at', 'event', 'name'], ...rows]));
}

/** `orbweaver remote models export`: the file of a model on standard output. */
export async function exportRemoteModel(id: string, model: number, options: RemoteOptions): Promise<void> {
  const api = await remoteApi(options);
  let base64 = '';
  for await (const part of api.parts(`${watchPath(id)}/models/${model}?format=base64`)) base64 += part;
  await print(Buffer.from(base64, 'base64'));
}

/** `orbweaver remote models import`: uses the model of a file from now on. */
export async function importRemoteModel(id: string, file: string, options: RemoteOptions): Promise<void> {
  const base64 = (await readFile(file)).toString('base64');
  const added = await (await remoteApi(options)).call<{ name: string }>('POST', `${watchPath(id)}/models`, { base64 });
  await print(options.json ? `${JSON.stringify(added)}\n` : `This model is used from now on: ${oneLine(added.name)}\n`);
}

type OfLanguage = RemoteOptions & { readonly language: string };

/** `orbweaver remote models shipped`: goes back to the shipped model of a language. */
export async function useShippedModel(id: string, { language, ...options }: OfLanguage): Promise<void> {
  await (await remoteApi(options)).call('POST', `${watchPath(id)}/models/shipped`, { language });
  await print('The shipped model is used from now on.\n');
}

/** `orbweaver remote models train`: a place that trains no models says so. */
export async function trainRemoteModel(id: string, { language, ...options }: OfLanguage): Promise<void> {
  await (await remoteApi(options)).call('POST', `${watchPath(id)}/training`, { language });
  await print(`The training is begun; how it ended: orbweaver remote models list ${id}\n`);
}
