import type { FetchAnswer } from '../http/fetch-answer.ts';
import { hostAndPort } from '../spec/site-address.ts';
import type { Trouble } from './crawl-state.ts';

/** What a site remembers of a host that gave no answer. */
export function noAnswerOf(address: string, answer: FetchAnswer): Pick<Trouble, 'noAnswer'> {
  if (answer.kind === 'answered') return {};
  const { reason, detail } = answer;
  return { noAnswer: { reason, host: hostAndPort(new URL(address)), ...(reason === 'tls' ? { detail } : {}) } };
}
