import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Signing, SigningKey } from '../../domain/http/access/request-signature.ts';
import { demandRegular } from './files/regular-file.ts';

const pathIn = (folder: string): string => join(folder, 'identity.json');

/** The key of this user's requests; undefined: there is none, or other users can read it. */
export function readIdentityKey(folder: string): Signing | undefined {
  const path = pathIn(folder);
  demandRegular([path]);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (process.platform !== 'win32' && (found.mode & 0o077) !== 0)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as Signing;
}

/** The earlier key, else a new key that the user alone can read; with the name of the agent. */
export function keepIdentityKey(folder: string, agent: string): Signing {
  const key = readIdentityKey(folder)?.key ?? newKey();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${pathIn(folder)}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify({ agent, key }), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, pathIn(folder));
  } finally {
    rmSync(temporary, { force: true });
  }
  return { agent, key };
}

function newKey(): SigningKey {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kty, crv, x, d } as SigningKey;
}
