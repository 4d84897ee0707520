import {
  type AskedSettings,
  type OpenedAsked,
  openBedrockTone,
  openChat,
  openOnnx,
  toneEngineOf,
} from '../../../shared/adapters/tone/open.ts';
import type { TonePort } from '../../../shared/wings/publications/tone/tone-port.ts';
import { BadCommand, formatCount } from '../terminal/print.ts';
import { askedOptions, defaultParallel, defaultTimeout, type EngineOptions } from './engine-options.ts';

export interface OpenedEngine {
  readonly engine: TonePort;
  /** Sentences that may be asked about side by side. */
  readonly parallel: number;
  /** The cost of asking, as a line for people; undefined if nobody was asked. */
  told(): string | undefined;
  /** Dollars that asking has cost. */
  spent(): number;
}

/** Throws `BadInput` and `BadCommand`. */
export async function openEngine(options: EngineOptions): Promise<OpenedEngine> {
  demandFitting(options);
  const { engine, model, language } = options;
  if (engine === 'linear-1') {
    const own = await toneEngineOf(language, model);
    return alone({ name: engine, tone: async item => own.tone(item) });
  }
  if (model === undefined) throw new BadCommand([`--engine ${engine} needs --model.`]);
  if (engine === 'onnx') return alone(await openOnnx(model));
  const asked = await openAsked(engine, model, options);
  return {
    engine: asked.engine,
    parallel: options.parallel ?? defaultParallel,
    told: () => toldOf(asked, options.budget),
    spent: () => asked.budget.spent.dollars,
  };
}

function alone(engine: TonePort): OpenedEngine {
  return { engine, parallel: 1, told: () => undefined, spent: () => 0 };
}

async function openAsked(engine: 'openai' | 'bedrock', model: string, options: EngineOptions): Promise<OpenedAsked> {
  const { consent = false, budget, price, timeout = defaultTimeout, endpoint } = options;
  const settings: AskedSettings = { model, consent, budget, price, timeoutMs: timeout * 1_000 };
  if (engine === 'bedrock') return await openBedrockTone(settings);
  if (endpoint === undefined) throw new BadCommand(['--engine openai needs --endpoint.']);
  return openChat(endpoint, settings);
}

function demandFitting(options: EngineOptions): void {
  const { engine } = options;
  const isAsked = engine === 'openai' || engine === 'bedrock';
  const useless = askedOptions.filter(
    each => options[each] !== undefined && (!isAsked || (each === 'endpoint' && engine === 'bedrock')),
  );
  if (useless.length > 0)
    throw new BadCommand([`--${useless.join(' and --')} is of no use with --engine ${engine}; leave it out.`]);
}

function toldOf({ host, budget }: OpenedAsked, most: number | undefined): string {
  const { dollars, input, output } = budget.spent;
  const money = most === undefined ? '' : `; $${dollars.toFixed(4)} of $${most} spent`;
  return `${host} was asked: at most ${formatCount(input)} tokens of questions, ${formatCount(output)} of answers${money}.`;
}
