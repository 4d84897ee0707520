import type { SignatureV4 } from '@smithy/signature-v4';

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of a request with its signature (AWS Signature Version 4). Throws where no credentials are found. */
export async function signedHeaders(
  signer: Pick<SignatureV4, 'sign'>,
  { method, url, text, headers }: UnsignedRequest,
): Promise<Record<string, string>> {
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port !== '' && { port: Number(url.port) }),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body: text,
  });
  return signed.headers;
}
