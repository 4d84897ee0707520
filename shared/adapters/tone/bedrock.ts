import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { SignatureV4 } from '@smithy/signature-v4';
import { BadInput, refusal } from '../../domain/refusal/refusal.ts';
import {
  answerSchema,
  type LanguageModel,
  mostAnswerTokens,
  type Question,
} from '../../wings/publications/tone/asked/asked-tone.ts';
import { ToneFault } from '../../wings/publications/tone/tone-port.ts';
import { NodeSha256, signedHeaders } from '../remote/signed-headers.ts';
import { at, boundedPost, demandGood, jsonOf, type PostLimits, useOf } from './bounded-post.ts';

export interface BedrockSettings extends PostLimits {
  /** The id of a model or of an inference profile. */
  readonly model: string;
  readonly region: string;
  /** Another address than that of the region, as `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` says. */
  readonly endpoint: string | undefined;
}

const toolName = 'tone';

/** A model of Amazon Bedrock, asked by the operation Converse. Signed as the usual AWS environment says. Throws `BadInput`. */
export function openBedrock({ model, region, endpoint, timeoutMs }: BedrockSettings): LanguageModel {
  const base = endpoint ?? `https://bedrock-runtime.${region}.amazonaws.com`;
  if (!URL.canParse(base)) throw new BadInput([refusal('tone-bedrock-region', { region })]);
  const url = new URL(base);
  url.pathname = `/model/${encodeURIComponent(model)}/converse`;
  const signer = new SignatureV4({ service: 'bedrock', region, credentials: defaultProvider(), sha256: NodeSha256 });
  return {
    name: `bedrock ${model}`,
    host: url.host,
    ask: async question => {
      const text = JSON.stringify(bodyOf(question));
      const headers = await headersOf(signer, url, text);
      const posted = await boundedPost(url, headers, text, { timeoutMs });
      demandGood(posted, url, { lasting: [401, 403, 404], path: ['message'], secrets: [] });
      const answer = jsonOf(posted.body);
      const used = useOf(at(answer, 'usage', 'inputTokens'), at(answer, 'usage', 'outputTokens'));
      return { said: saidIn(answer), used };
    },
  };
}

function bodyOf({ system, user }: Question): unknown {
  return {
    system: [{ text: system }],
    messages: [{ role: 'user', content: [{ text: user }] }],
    inferenceConfig: { maxTokens: mostAnswerTokens, temperature: 0 },
    // A tool is how Converse is given the form of an answer. Nothing is called.
    toolConfig: {
      tools: [{ toolSpec: { name: toolName, description: 'Finds the tone.', inputSchema: { json: answerSchema } } }],
      toolChoice: { tool: { name: toolName } },
    },
  };
}

/** The input of the model to the tool, else its text. */
function saidIn(answer: unknown): unknown {
  const content = at(answer, 'output', 'message', 'content');
  if (!Array.isArray(content)) throw new ToneFault('empty');
  const given = content.find(each => at(each, 'toolUse', 'name') === toolName);
  if (given !== undefined) return at(given, 'toolUse', 'input');
  const text = content.map(each => at(each, 'text')).find(each => typeof each === 'string');
  if (text === undefined) throw new ToneFault('empty');
  return text;
}

async function headersOf(signer: SignatureV4, url: URL, text: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  try {
    return await signedHeaders(signer, { method: 'POST', url, text, headers });
  } catch {
    // Messages of the providers about the machine's files and variables are for their own tools to show.
    throw new BadInput([refusal('tone-credentials')]);
  }
}
