/**
 * HTTP Message Signatures (RFC 9421) by Ed25519, as draft-meunier-web-bot-auth-architecture wants them of crawlers: the key's
 * directory is at the address that Signature-Agent names.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto';

/** An Ed25519 key as JWK (RFC 8037). */
export interface SigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly d: string;
}

export interface Signing {
  readonly key: SigningKey;
  /** Origin that has the directory of keys. */
  readonly agent: string;
}

/** Where the directory of keys is, below the agent's origin. */
export const keyDirectoryPath = '.well-known/http-message-signatures-directory';
/** Of a signature, seconds: longer than an answer may take. */
const validSeconds = 300;

/** RFC 7638, with the members that RFC 8037 names. */
export function thumbprintOf({ crv, kty, x }: Pick<SigningKey, 'crv' | 'kty' | 'x'>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/** RFC 9421, 2.5: covered components with their values, and the parameters of the signature. */
export function signatureBase(
  components: readonly (readonly [name: string, value: string])[],
  parameters: string,
): string {
  const lines = components.map(([name, value]) => `"${name}": ${value}`);
  return [...lines, `"@signature-params": ${inputOf(components, parameters)}`].join('\n');
}

function inputOf(components: readonly (readonly [name: string, value: string])[], parameters: string): string {
  return `(${components.map(([name]) => `"${name}"`).join(' ')});${parameters}`;
}

/** The fields that sign a request at an instant, in seconds. `chance`: new for each request. */
export function signatureFields(
  { key, agent }: Signing,
  address: string,
  { at, chance }: { readonly at: number; readonly chance: string },
): Readonly<Record<string, string>> {
  const agentField = `"${agent}"`;
  // RFC 9421, 2.2.3: lower case, without the default port; URL writes hosts in this way.
  const components = [
    ['@authority', new URL(address).host],
    ['signature-agent', agentField],
  ] as const;
  const parameters = [
    ...[`created=${at}`, `expires=${at + validSeconds}`, `keyid="${thumbprintOf(key)}"`, 'alg="ed25519"'],
    ...[`nonce="${chance}"`, 'tag="web-bot-auth"'],
  ].join(';');
  const base = Buffer.from(signatureBase(components, parameters));
  const signature = sign(null, base, createPrivateKey({ key: { ...key }, format: 'jwk' })).toString('base64');
  return {
    'signature-agent': agentField,
    'signature-input': `sig1=${inputOf(components, parameters)}`,
    signature: `sig1=:${signature}:`,
  };
}
