import { SignatureV4 } from '@smithy/signature-v4';
import { gatherBytes } from '../../domain/gathered-bytes.ts';
import { readBody } from '../../domain/http/read-body.ts';
import { NodeSha256, signedHeaders, type UnsignedRequest } from './signed-headers.ts';

type SignerInit = ConstructorParameters<typeof SignatureV4>[0];

/** How requests say who asks. */
export type ApiIdentity =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'signed'; readonly region: string; readonly credentials: SignerInit['credentials'] };

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface ApiClient {
  /** One request; `path` is relative to the API's address. Throws if nothing answers, or no credentials are found. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  /**
   * The same for a request as somebody else made it: its text goes on, and its answer comes back, as they are, a redirect
   * too. `path` is taken below the API's address, whatever it looks like. Throws if it would lead out of there.
   */
  forward(
    method: string,
    path: string,
    text: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response>;
}

export function createApiClient(address: URL, identity: ApiIdentity): ApiClient {
  const base = new URL(address.pathname.endsWith('/') ? address : `${address.href}/`);
  const sign = identity.kind === 'key' ? withKey(identity.key) : signed(identity);
  // A redirect that is followed would carry the signature to somebody else.
  const send = async (request: UnsignedRequest, redirect: 'error' | 'manual'): Promise<Response> => {
    const { method, url, text } = request;
    const headers = await sign(request);
    return await fetch(url, { method, headers, redirect, ...(text !== undefined && { body: text }) });
  };
  return {
    async call(method, path, body, headers = {}) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const typed = { 'content-type': 'application/json', ...headers };
      const answer = await send({ method, url: new URL(path, base), text, headers: typed }, 'error');
      return { status: answer.status, body: readBody(new TextDecoder().decode(await gatherBytes(answer.body))) };
    },
    async forward(method, path, text, headers) {
      const url = new URL(`./${path.replace(/^\/+/, '')}`, base);
      if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname))
        throw new RangeError(`${path} leads out of ${base.href}`);
      // As it is signed: a plus sign stands for a space in forms only.
      url.search = url.search.replaceAll('+', '%20');
      return await send({ method, url, text, headers }, 'manual');
    },
  };
}

type Sign = (request: UnsignedRequest) => Promise<Record<string, string>>;

function withKey(key: string): Sign {
  return async ({ headers }) => ({ ...headers, 'x-api-key': key });
}

/** AWS Signature Version 4 for `execute-api`. */
function signed({ region, credentials }: Extract<ApiIdentity, { kind: 'signed' }>): Sign {
  const signer = new SignatureV4({ service: 'execute-api', region, credentials, sha256: NodeSha256 });
  return async request => await signedHeaders(signer, request);
}
