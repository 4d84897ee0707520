/** The wiring of the engines of tone that are no part of this program. Each is loaded when it is requested. */
import { setTimeout as wait } from 'node:timers/promises';
import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { AskedTone } from '../../wings/publications/tone/asked/asked-tone.ts';
import { Budget, type TokenPrice } from '../../wings/publications/tone/asked/budget.ts';
import type { TonePort } from '../../wings/publications/tone/tone-port.ts';
import { openChatEndpoint } from './chat-endpoint.ts';

export {
  readToneModel,
  shippedModels,
  shippedToneModel,
  toneEngineOf,
  toneWordsOf,
} from './shipped-models.ts';

export interface AskedSettings {
  readonly model: string;
  readonly consent: boolean;
  /** Dollars that may be spent. */
  readonly budget: number | undefined;
  readonly price: TokenPrice | undefined;
  readonly timeoutMs: number;
}

/** An engine, and what asking it has cost so far. */
export interface OpenedAsked {
  readonly engine: TonePort;
  /** Where texts are sent. */
  readonly host: string;
  readonly budget: Budget;
}

/** Opens the user's model at a path. Throws `BadInput`. */
export async function openOnnx(file: string): Promise<TonePort> {
  const { openOnnxModel } = await import('./onnx-model.ts');
  return await openOnnxModel(file);
}

/** A model behind an endpoint like OpenAI's; its key is in ORBWEAVER_TONE_KEY. Throws `BadInput`. */
export function openChat(endpoint: string, { model, consent, budget, price, timeoutMs }: AskedSettings): OpenedAsked {
  const key = process.env['ORBWEAVER_TONE_KEY'] || undefined;
  if (budget !== undefined && price === undefined) throw new BadInput([refusal('tone-price')]);
  const asked = openChatEndpoint({ endpoint, model, key, consent, timeoutMs });
  const money = new Budget(budget ?? Number.POSITIVE_INFINITY, price ?? { input: 0, output: 0 });
  return { engine: new AskedTone(asked, money, wait), host: asked.host, budget: money };
}

/** A model of Amazon Bedrock, which costs money and gets the texts: nothing is asked without consent, budget and price. Throws `BadInput`. */
export async function openBedrockTone({
  model,
  consent,
  budget,
  price,
  timeoutMs,
}: AskedSettings): Promise<OpenedAsked> {
  if (!consent || budget === undefined || price === undefined) throw new BadInput([refusal('tone-bedrock')]);
  const region = process.env['AWS_REGION'] || process.env['AWS_DEFAULT_REGION'];
  if (region === undefined || !/^[a-z0-9-]{1,40}$/.test(region))
    throw new BadInput([refusal('tone-bedrock-region', { region: region ?? 'nothing' })]);
  const { openBedrock } = await import('./bedrock.ts');
  const endpoint = process.env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'] || process.env['AWS_ENDPOINT_URL'] || undefined;
  const asked = openBedrock({ model, region, endpoint, timeoutMs });
  const money = new Budget(budget, price);
  return { engine: new AskedTone(asked, money, wait), host: asked.host, budget: money };
}
