import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Locked {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  /** Comes within the package above it, whose integrity covers it. */
  readonly inBundle?: boolean;
}

/** Its script looks whether the binary runs that the lock brings along; the bundler of Lambdas is a development tool. */
const knownScripts = ['node_modules/esbuild'];

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('dependencies (adverse 71)', () => {
  test('are locked to one content each', () => {
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true)).toEqual([]);
  });

  test('run nothing when they are installed', () => {
    expect(locked.filter(([, each]) => each.hasInstallScript === true).map(([path]) => path)).toEqual(knownScripts);
  });

  test('are named by exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Record<
      string,
      Record<string, string>
    >;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('have one version of the clients of AWS, and what they share once: a bundle holds no second copy', () => {
    const { devDependencies } = read('package.json') as Record<string, Record<string, string>>;
    const ofSdk = /^@aws-sdk\/(client-|s3-)/;
    const clients = Object.entries(devDependencies!).filter(([name]) => ofSdk.test(name));
    expect(clients.length).toBeGreaterThan(4);
    expect(new Set(clients.map(([, version]) => version)).size).toBe(1);
    for (const shared of ['@aws-sdk/core', '@smithy/core'])
      expect(locked.filter(([path]) => path.endsWith(`node_modules/${shared}`))).toHaveLength(1);
  });
});
