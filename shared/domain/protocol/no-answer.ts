import type { FetchAnswer } from '../http/fetch-answer.ts';
import { hostAndPort } from '../spec/site-address.ts';
import type { Trouble } from './crawl-state.ts';

/** Errors of name servers after which the name may still exist. */
const noNameServer = /\b(?:ESERVFAIL|EREFUSED|ETIMEOUT)\b/;

/** The part of a host's trouble that a site stores if no answer came. */
export function noAnswerOf(address: string, answer: FetchAnswer): Pick<Trouble, 'noAnswer'> {
  if (answer.kind === 'answered') return {};
  const { reason, detail } = answer;
  const isTold = reason === 'tls' || (reason === 'dns' && noNameServer.test(detail));
  return { noAnswer: { reason, host: hostAndPort(new URL(address)), ...(isTold && { detail }) } };
}
