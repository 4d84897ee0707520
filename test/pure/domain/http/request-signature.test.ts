import { createPrivateKey, createPublicKey, sign, verify as verifyBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from 'web-bot-auth';
import { verifierFromJWK } from 'web-bot-auth/crypto';
import {
  signatureBase,
  signatureFields,
  thumbprintOf,
} from '../../../../shared/domain/http/access/request-signature.ts';

/** RFC 9421, appendix B.1.4. */
const pem = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----`;
const privateKey = createPrivateKey(pem);
const { kty, crv, x, d } = privateKey.export({ format: 'jwk' });
const key = { kty, crv, x, d } as Parameters<typeof signatureFields>[0]['key'];

test('the signature of RFC 9421, appendix B.2.6', () => {
  const components = [
    ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
    ['@method', 'POST'],
    ['@path', '/foo'],
    ['@authority', 'example.com'],
    ['content-type', 'application/json'],
    ['content-length', '18'],
  ] as const;
  const base = signatureBase(components, 'created=1618884473;keyid="test-key-ed25519"');
  expect(base).toBe(
    [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    ].join('\n'),
  );
  expect(sign(null, Buffer.from(base), privateKey).toString('base64')).toBe(
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
  );
});

test('keys are named by their thumbprint (RFC 8037, appendix A.3)', () => {
  const example = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;
  expect(thumbprintOf(example)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

const signed = (address: string) =>
  signatureFields({ key, agent: 'https://maps.example' }, address, {
    at: Math.floor(Date.now() / 1000),
    chance: Buffer.alloc(64, 7).toString('base64'),
  });
const names = { 'signature-agent': 'Signature-Agent', 'signature-input': 'Signature-Input', signature: 'Signature' };
const requestOf = (url: string, fields: Readonly<Record<string, string>>) => ({
  ...{ method: 'GET', url },
  headers: Object.fromEntries(Object.entries(names).map(([own, name]) => [name, fields[own]!])),
});

test('another verifier accepts requests, and none that was signed for another host', async () => {
  const verifier = await verifierFromJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x });
  const address = 'https://Example.COM:443/a?b=c';
  await verify(new Request(address, requestOf(address, signed(address))), verifier);
  const other = 'https://other.example/a?b=c';
  await expect(verify(new Request(other, requestOf(other, signed(address))), verifier)).rejects.toThrow();
  const port = 'http://127.0.0.1:8080/';
  await verify(new Request(port, requestOf(port, signed(port))), verifier);
});

test('the fields name the tag, a short life and the key', () => {
  const fields = signed('https://example.com/');
  expect(fields['signature-agent']).toBe('"https://maps.example"');
  expect(fields['signature-input']).toMatch(
    /^sig1=\("@authority" "signature-agent"\);created=\d+;expires=\d+;keyid="[\w-]{43}";alg="ed25519";nonce="[^"]+";tag="web-bot-auth"$/,
  );
  const [, created, expires] = /created=(\d+);expires=(\d+)/.exec(fields['signature-input']!)!;
  expect(Number(expires) - Number(created)).toBe(300);
  const base = Buffer.from('not the base');
  const bytes = Buffer.from(fields['signature']!.slice('sig1=:'.length, -1), 'base64');
  expect(verifyBytes(null, base, createPublicKey(privateKey), bytes)).toBe(false);
});
