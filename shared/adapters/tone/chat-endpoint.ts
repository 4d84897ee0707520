import { allowance, BadInput, refusal, refusedValue } from '../../domain/refusal/refusal.ts';
import {
  answerSchema,
  type LanguageModel,
  mostAnswerTokens,
  type Question,
} from '../../wings/publications/tone/asked/asked-tone.ts';
import { ToneFault } from '../../wings/publications/tone/tone-port.ts';
import { at, boundedPost, demandGood, jsonOf, type PostLimits, useOf } from './bounded-post.ts';

export interface ChatEndpointSettings extends PostLimits {
  /** The address before `/chat/completions`, such as `http://localhost:11434/v1`. */
  readonly endpoint: string;
  readonly model: string;
  /** The key of the endpoint; goes into a header and nowhere else. */
  readonly key: string | undefined;
  /** Whether the user allows that texts leave the machine. */
  readonly consent: boolean;
}

/** A language model behind the chat completions of OpenAI, which Ollama, llama.cpp, vLLM and others have too. Throws `BadInput`. */
export function openChatEndpoint({ endpoint, model, key, consent, timeoutMs }: ChatEndpointSettings): LanguageModel {
  const url = addressOf(endpoint);
  const isHere = isLoopback(url.hostname);
  if (!isHere && !consent) throw new BadInput([refusal('tone-consent', { host: url.host })]);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw new BadInput([refusal('tone-key')]);
  if (key !== undefined && url.protocol === 'http:' && !isHere)
    throw new BadInput([refusal('tone-key-unencrypted', { host: url.host })]);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const refusing = {
    lasting: [401, 403, 404, 405],
    path: ['error', 'message'],
    secrets: key === undefined ? [] : [key],
  };
  return {
    name: `openai ${model}`,
    host: url.host,
    ask: async question => {
      const posted = await boundedPost(url, headers, JSON.stringify(bodyOf(question, model)), { timeoutMs });
      demandGood(posted, url, refusing);
      const answer = jsonOf(posted.body);
      const said = at(answer, 'choices', 0, 'message', 'content');
      if (typeof said !== 'string' || said === '') throw new ToneFault('empty');
      return { said, used: useOf(at(answer, 'usage', 'prompt_tokens'), at(answer, 'usage', 'completion_tokens')) };
    },
  };
}

function addressOf(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new BadInput([refusedValue('--endpoint', endpoint, allowance('tone-endpoint'))]);
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`;
  url.hash = '';
  return url;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);
}

function bodyOf({ system, user }: Question, model: string): unknown {
  return {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    temperature: 0,
    seed: 0,
    stream: false,
    max_tokens: mostAnswerTokens,
    response_format: { type: 'json_schema', json_schema: { name: 'tone', strict: true, schema: answerSchema } },
  };
}
