import { randomBytes } from 'node:crypto';
import { defined } from '../../domain/defined.ts';
import { type Access, credentialsFor, type Login, type NetworkAccess } from '../../domain/http/access/access.ts';
import { accessBounds } from '../../domain/http/access/cookie-file.ts';
import { type Challenge, challengeIn, loginAnswer } from '../../domain/http/access/login-answer.ts';
import { isLogoutAddress } from '../../domain/http/access/logout.ts';
import { signatureFields } from '../../domain/http/access/request-signature.ts';
import type { Answered, FetchAnswer } from '../../domain/http/fetch-answer.ts';
import { type Jar, sameCookies } from '../../domain/http/gates/gate-cookies.ts';
import { cookiesFor } from '../../domain/http/gates/gate-walk.ts';
import { remember } from '../../domain/remember.ts';
import { requestTargetOf } from '../../domain/url/request-target.ts';
import type { FetchRequest } from '../../ports/request-ports.ts';
import type { UndiciFetcher } from './undici-fetcher.ts';

export interface AccessPlace {
  /** A fetcher with this way into the network. */
  open(network: NetworkAccess | undefined): UndiciFetcher;
  /** Throws where nobody holds the secrets. */
  load(reference: string): Promise<Access>;
  /** Keeps the cookies that the next run begins with. */
  keepCookies(reference: string, cookies: Jar): Promise<void> | void;
}

/** Sessions of one process. */
const mostSessions = 100;

/**
 * The only place where secrets become header fields: it lies below all that records requests and answers. Set-Cookie
 * fields of a session go into its jar; what is passed on has their names alone.
 */
export function accessFetcher(place: AccessPlace): UndiciFetcher {
  const plain = place.open(undefined);
  const fetchers = [plain];
  const allowed: string[] = [];
  const sessions = new Map<string, Promise<Session>>();
  const open = async (reference: string): Promise<Session> => {
    const access = await place.load(reference);
    const fetcher = access.network === undefined ? plain : place.open(access.network);
    if (fetcher !== plain) fetchers.push(fetcher);
    fetcher.allow(allowed);
    return new Session(access, fetcher, cookies => place.keepCookies(reference, cookies));
  };
  const sessionOf = async (reference: string): Promise<Session> => {
    let session = sessions.get(reference);
    if (session === undefined) {
      session = open(reference);
      remember(sessions, reference, session, mostSessions);
      session.catch(() => sessions.delete(reference));
    }
    return await session;
  };
  return {
    fetch: async request =>
      request.access === undefined
        ? await plain.fetch(request)
        : await (await sessionOf(request.access)).fetch(request),
    allow: hosts => {
      allowed.push(...hosts);
      for (const fetcher of fetchers) fetcher.allow(hosts);
    },
    namesWaiting: () => fetchers.reduce((sum, fetcher) => sum + fetcher.namesWaiting(), 0),
    close: async () => void (await Promise.all(fetchers.map(async fetcher => await fetcher.close()))),
  };
}

class Session {
  readonly #access: Access;
  readonly #fetcher: UndiciFetcher;
  readonly #keep: (cookies: Jar) => Promise<void> | void;
  /** By the folder from which on they hold. */
  readonly #challenges = new Map<string, Answering>();
  #jar: Jar;

  constructor(access: Access, fetcher: UndiciFetcher, keep: (cookies: Jar) => Promise<void> | void) {
    this.#access = access;
    this.#fetcher = fetcher;
    this.#keep = keep;
    this.#jar = access.cookies ?? [];
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    const { origin } = new URL(request.address);
    const own = credentialsFor(this.#access, origin);
    const cookie = await cookiesFor(this.#jar, request.address, Date.now());
    const signed = this.#signature(request.address);
    if (own === undefined && cookie === '') {
      if (signed === undefined) return await this.#fetcher.fetch(request);
      const answer = await this.#fetcher.fetch({ ...request, fields: { ...request.fields, ...signed } });
      return answer.kind === 'failed' || wantsFields(request) ? answer : withoutFields(answer);
    }
    if (isLogoutAddress(request.address)) return notRequested;
    const answering = own?.login && this.#answering(request.address);
    const authorization = answering && own?.login && authorizationOf(request, answering, own.login);
    const fields = {
      ...request.fields,
      ...own?.headers,
      ...signed,
      ...(authorization !== undefined && { authorization }),
    };
    const answer = await this.#fetcher.fetch({ ...request, cookie, fields });
    if (answer.kind === 'failed') return answer;
    if (answer.status !== 401 && answering?.wantedAt === request.address) answering.isTaken = true;
    if (answer.status === 401 && own?.login && this.#isNewChallenge(request.address, answer, answering, authorization))
      return {
        ...{ kind: 'failed', reason: 'protocol', status: 401, again: true, detail: 'the login is wanted' },
        ...{ elapsedMs: answer.elapsedMs, ...defined({ sentAt: answer.sentAt }) },
      };
    return await this.#withoutCookies(request, answer);
  }

  /** Holds for the host and some minutes. */
  #signature(address: string): Readonly<Record<string, string>> | undefined {
    const { signing } = this.#access;
    if (signing === undefined) return undefined;
    return signatureFields(signing, address, {
      at: Math.floor(Date.now() / 1000),
      chance: randomBytes(64).toString('base64'),
    });
  }

  #answering(address: string): Answering | undefined {
    let folder = new URL('.', address).href;
    for (const top = new URL('/', address).href; ; folder = new URL('..', folder).href) {
      const known = this.#challenges.get(folder);
      if (known !== undefined || folder === top) return known;
    }
  }

  /**
   * Whether the request is to be made once more, with an answer to the challenge. A password that was never taken is not sent again
   * and again: some hosts lock its user out.
   */
  #isNewChallenge(address: string, answer: Answered, known: Answering | undefined, sent: string | undefined): boolean {
    const challenge = challengeIn(fieldsOf(answer, 'www-authenticate'));
    if (challenge === undefined) return false;
    const isOfRealm = known?.challenge.kind === challenge.kind && known.challenge.realm === challenge.realm;
    if (known === undefined || !isOfRealm) {
      const folder = new URL(known === undefined ? '/' : '.', address).href;
      remember(this.#challenges, folder, { challenge, count: 0, wantedAt: address, isTaken: false }, mostFolders);
      return true;
    }
    if (challenge.kind === 'basic') return false;
    // Some servers never say that a nonce is stale, and another request may have brought a newer nonce meanwhile.
    const isOld = sent?.includes(`nonce="${challenge.nonce}"`) !== true && known.isTaken;
    if (!challenge.stale && !isOld) return false;
    Object.assign(known, { challenge, count: 0, wantedAt: address });
    return true;
  }

  /** Without a given jar, cookies of redirects count: those of gates. */
  async #withoutCookies(request: FetchRequest, answer: Answered): Promise<FetchAnswer> {
    const set = fieldsOf(answer, 'set-cookie');
    const taken = this.#access.cookies === undefined ? (answer.setCookies ?? []) : set;
    if (taken.length > 0 && request.noCookies !== true) {
      const { jarAfter } = await import('../../domain/http/gates/cookie-rules.ts');
      const jar = jarAfter(this.#jar, taken, request.address, Date.now(), accessBounds);
      const isNew = !sameCookies(jar, this.#jar);
      this.#jar = jar;
      if (isNew && this.#access.cookies !== undefined) await this.#keep(jar);
    }
    const { fields = [], setCookies, ...rest } = answer;
    return {
      ...rest,
      ...(setCookies !== undefined && { setCookies: setCookies.map(masked) }),
      ...(wantsFields(request) && {
        fields: fields.map(([name, value]) => [name, name === 'set-cookie' ? masked(value) : value] as const),
      }),
    };
  }
}

interface Answering {
  challenge: Challenge;
  /** Requests that have answered it. */
  count: number;
  wantedAt: string;
  /** The server has taken an answer at `wantedAt`. */
  isTaken: boolean;
}

const mostFolders = 1_000;

function authorizationOf({ method, address }: FetchRequest, answering: Answering, login: Login): string {
  answering.count += 1;
  return loginAnswer(answering.challenge, login, {
    ...{ method: method ?? 'GET', target: requestTargetOf(address), count: answering.count },
  });
}

function wantsFields({ fields, purpose }: FetchRequest): boolean {
  return fields !== undefined || purpose === 'part';
}

function withoutFields({ fields: _, ...answer }: Answered): Answered {
  return answer;
}

/** Scripts of pages may request it too. */
const notRequested: FetchAnswer = {
  ...{ kind: 'failed', reason: 'protocol', elapsedMs: 0 },
  detail: 'the address ends the session, so it is not requested',
};

function fieldsOf({ fields = [] }: Answered, wanted: string): readonly string[] {
  return fields.filter(([name]) => name === wanted).map(([, value]) => value);
}

/** Gates are known by the names; the values stay here. */
function masked(setCookie: string): string {
  return setCookie.replace(/^([^=;]*)=[^;]*/, '$1=kept');
}
