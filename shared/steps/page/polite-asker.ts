import { defined } from '../../domain/defined.ts';
import type { FetchAnswer } from '../../domain/http/fetch-answer.ts';
import type { AnswerPage, PageAnswer } from '../../domain/http/page-answer.ts';
import type { RequestFault } from '../../domain/http/request-fault.ts';
import type { requestIdentityOf } from '../../domain/http/request-identity.ts';
import { robotsPolicyNamed } from '../../domain/robots/robots-policy.ts';
import { hostAndPort } from '../../domain/spec/site-address.ts';
import type { RequestRefusal } from '../../ports/page-ports.ts';
import type { Clock, RequestTerms } from '../../ports/ports.ts';
import type { Fetcher } from '../../ports/request-ports.ts';
import { MemoryRecord } from './answer-record.ts';
import { HostLines, type Lines } from './host-lines.ts';
import { PoliteAnswers, type PoliteAnswersOptions } from './polite-answers.ts';

/** Requests one document after another, at the polite instants of their hosts. */
export function askPolitely(
  fetcher: Fetcher,
  {
    clock,
    identity,
    delayMs,
    robots,
    lines = new HostLines(clock),
    asked,
    objects,
  }: {
    readonly clock: Clock;
    readonly identity: ReturnType<typeof requestIdentityOf>;
    readonly delayMs: number;
    readonly robots: string;
    readonly lines?: Lines;
    /** Called after each request that went to the network. */
    readonly asked?: (asked: RequestTerms & { readonly address: string }, answer: FetchAnswer) => void;
    readonly objects?: PoliteAnswersOptions['objects'];
  },
): {
  readonly ask: (url: string) => Promise<PageAnswer | Exclude<RequestRefusal, 'late' | 'advertising'>>;
  /** Answers requests of a page that a browser shows. */
  readonly part: AnswerPage;
  readonly robots: (origin: string) => Promise<string>;
  /** Why the last request without a usable answer had none. */
  readonly fault: () => RequestFault | undefined;
} {
  const policy = robotsPolicyNamed(robots);
  let fault: RequestFault | undefined;
  /** Origins whose robots.txt gave no answer: nothing is forbidden there, but nothing can be requested. */
  const silent = new Set<string>();
  const answers = new PoliteAnswers({
    ...{ fetcher, clock, identity, delayMs, robots: policy, record: new MemoryRecord(), forgetsBusy: true },
    ...defined({ objects }),
    told: ({ address, kind, answer, terms }) => {
      asked?.({ address, ...terms }, answer);
      if (kind === 'robots' && answer.kind === 'failed') silent.add(new URL(address).origin);
      fault = faultOf(address, kind, answer) ?? fault;
    },
  });
  return {
    ask: async url => {
      const before = new Map(answers.refused);
      const answer = await answers.answer({ address: url, kind: 'document', headers: {}, page: url }, lines);
      if (answer !== undefined) return answer;
      const why = [...answers.refused].find(([reason, count]) => count > (before.get(reason) ?? 0));
      if (why?.[0] === 'robots' && silent.has(new URL(url).origin)) return 'no-answer';
      // Documents are never late or advertising: only parts of pages have the shorter time and the list of hosts.
      return why === undefined || why[0] === 'late' || why[0] === 'advertising' ? 'no-answer' : why[0];
    },
    part: async request => await answers.answer(request, lines),
    robots: origin => answers.robotsText(origin, lines),
    fault: () => fault,
  };
}

function faultOf(address: string, kind: string, answer: FetchAnswer): RequestFault | undefined {
  const host = hostAndPort(new URL(address));
  if (answer.kind === 'failed') return { reason: answer.reason, host, why: answer.detail };
  if (kind !== 'robots' || answer.status < 500) return undefined;
  const why = `its robots.txt answers ${answer.status}, and without it nothing may be requested`;
  return { reason: 'robots', host, why };
}
