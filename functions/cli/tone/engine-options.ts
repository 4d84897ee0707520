import { type Command, InvalidArgumentError, Option } from 'commander';
import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import type { ToneLanguage } from '../../../shared/wings/publications/tone/context-words.ts';
import type { KeptEngine } from '../../embedded/watch/kept-engines.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

const engines = ['linear-1', 'onnx', 'openai', 'bedrock'] as const;
type EngineName = (typeof engines)[number];

export interface EngineOptions
  extends Pick<KeptEngine, 'endpoint' | 'consent' | 'budget' | 'price' | 'timeout' | 'parallel'> {
  readonly language: ToneLanguage;
  readonly engine: EngineName;
  readonly model?: string;
}

export const engineHelp = `
Engines:
  linear-1  this program's own
  onnx      a classifier of sentence pairs: --model FOLDER/model.onnx, with
            tokenizer.json beside it; needs the package onnxruntime-node
  openai    a model behind an endpoint like that of Ollama: --model NAME
            --endpoint http://localhost:11434/v1; key in ORBWEAVER_TONE_KEY
  bedrock   a model of Amazon Bedrock: --model ID, region in AWS_REGION;
            needs --consent, --budget and --price
Texts leave this machine with --consent alone.
`;

/** Those of an engine alone; the others of `linear-1` and `onnx` have no use for them. */
export const askedOptions = ['endpoint', 'consent', 'budget', 'price', 'timeout', 'parallel'] as const;
export const defaultTimeout = 60;
export const defaultParallel = 4;

export function addEngineOptions(command: Command): Command {
  return command
    .addOption(new Option('--engine <engine>', 'the engine that finds the tone').choices(engines).default('linear-1'))
    .option('--model <model>', 'a file (linear-1: default the shipped one; onnx), or a name (openai, bedrock)')
    .option('--endpoint <url>', 'openai: the address before /chat/completions')
    .option('--consent', 'texts may be sent to the endpoint')
    .option('--budget <dollars>', 'dollars that asking may cost', dollars)
    .option('--price <in/out>', 'dollars for a million tokens of questions and of answers', price)
    .option('--timeout <time>', `wait for an answer, 1s to 10m (default: ${defaultTimeout}s)`, text =>
      wholeNumber(600)(String(decodeDuration(text))),
    )
    .option('--parallel <n>', `questions side by side, 1 to 16 (default: ${defaultParallel})`, wholeNumber(16));
}

function dollars(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0 && value <= 100_000) return value;
  throw new InvalidArgumentError('Allowed are dollars, such as 1.50, up to 100000.');
}

function price(text: string): { readonly input: number; readonly output: number } {
  const [input = Number.NaN, output = Number.NaN] = text.split('/').map(Number);
  if (/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/.test(text) && input + output > 0) return { input, output };
  throw new InvalidArgumentError('Allowed are dollars for a million tokens, in and out, such as 0.25/1.25.');
}
