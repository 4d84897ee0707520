/**
 * The rights of a crawl directory beyond its own files: run plugins, ask private hosts, read archives. It may come from an
 * untrusted source, so its word counts only with this user's signature; else the user names plugins and hosts again.
 */
import { realpathSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areSignedByUser, hasLocalAccess, signByUser } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { whoOfReference } from '../../../shared/domain/http/access/access.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { allowance, BadInput, type FactsOf, type Refusal, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { shownValue } from '../../../shared/domain/refusal/shown-value.ts';
import { openlyPrivateStarts } from '../../../shared/domain/spec/allowed-hosts.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { pluginAddress, pluginHashes } from './plugin-files.ts';

/** Kinds of signatures in crawl.db; of a start address that may be private without being named, each host by itself. */
export type Signed = 'plugins' | 'hosts' | 'archives' | `start ${string}`;

type Kind = Exclude<Signed, `start ${string}`>;
type Starts = Parameters<typeof openlyPrivateStarts>[0];

/** Where the signatures of a directory are kept. */
export interface Signatures {
  readSignatures(kinds: readonly Signed[]): Promise<ReadonlyMap<string, string>>;
  keepSignatures(signatures: ReadonlyMap<string, string>): Promise<void>;
}

interface Claimed {
  readonly directory: string;
  readonly id: string;
  readonly spec: Pick<ResolvedSpec, 'plugins' | 'allowHosts' | 'sites' | 'fromWarc' | 'access'>;
}

/** Signs what the user has just requested. Signatures of before that say something else count no more. */
export async function sign(signatures: Signatures, claimed: Claimed): Promise<void> {
  const texts = new Map<Signed, string>(startTexts(claimed.id, claimed.spec.sites));
  for (const kind of ['plugins', 'hosts', 'archives'] as const) {
    const text = textOf(kind, claimed);
    if (text !== undefined) texts.set(kind, text);
  }
  await keepSigned(signatures, texts);
}

/** Signs what has joined the sites of `before`, which the user has just named. */
export async function signJoined(
  store: Pick<Signatures, 'keepSignatures'> & { onlyCrawl(): Promise<Pick<CrawlRow, 'spec'> | undefined> },
  before: Pick<CrawlRow, 'id' | 'spec'>,
): Promise<void> {
  const known = new Set(before.spec.sites.map(({ number }) => number));
  const sites = (await store.onlyCrawl())?.spec.sites ?? [];
  const joined = sites.filter(({ number }) => !known.has(number));
  await keepSigned(store, startTexts(before.id, joined));
}

/** As far as the hosts of the sites are IP addresses or `localhost`. */
function startTexts(id: string, sites: Starts): ReadonlyMap<Signed, string> {
  return new Map(openlyPrivateStarts(sites).map(host => [`start ${host}`, startText(id, host)]));
}

const startText = (id: string, host: string): string => JSON.stringify(['start', id, host]);

async function keepSigned(
  signatures: Pick<Signatures, 'keepSignatures'>,
  texts: ReadonlyMap<Signed, string>,
): Promise<void> {
  if (texts.size === 0) return;
  const signed = signByUser([...texts.values()]);
  await signatures.keepSignatures(new Map([...texts.keys()].map((kind, index) => [kind, signed[index]!])));
}

/** The plugins that may run, as addresses: `named` ones, or those of the directory with a signature. Throws `BadInput`. */
export async function trustedPlugins(
  signatures: Pick<Signatures, 'readSignatures'>,
  claimed: Claimed,
  named: readonly string[],
  without?: string,
): Promise<readonly string[]> {
  const { plugins } = claimed.spec;
  if (named.length > 0) return namedAgain(claimed, named);
  if (plugins.length === 0 || (await isTrusted(signatures, 'plugins', claimed))) return plugins;
  const { directory } = claimed;
  throw new BadInput([refusal('plugins-unsigned', { directory, ...shownPlugins(plugins), without })]);
}

/**
 * The private hosts that may be requested: those of the directory, with a signature or named again, and new ones. `starts`: start
 * addresses that the user has just named. Throws `BadInput`,
 * also where a start address without a signature is an IP address or `localhost`, which would be allowed by itself.
 */
export async function trustedHosts(
  signatures: Pick<Signatures, 'readSignatures'>,
  claimed: Claimed,
  named: readonly string[],
  starts: Starts = [],
): Promise<readonly string[]> {
  const { allowHosts } = claimed.spec;
  const hosts = [...new Set([...allowHosts, ...named])];
  const open = allowHosts.filter(host => !named.includes(host));
  const areTrusted = open.length === 0 || (await isTrusted(signatures, 'hosts', claimed));
  const others = await unsignedStarts(signatures, claimed, [...hosts, ...openlyPrivateStarts(starts)]);
  const unsigned = [...(areTrusted ? [] : open), ...others];
  if (unsigned.length === 0) return hosts;
  const { shown, ...more } = firstOf(unsigned);
  throw new BadInput([refusal('hosts-unsigned', { directory: claimed.directory, hosts: shown, ...more })]);
}

/** Throws `BadInput` where archives without a signature are to be read: a path may be of any file of the user, or a pipe. */
export async function demandTrustedArchives(
  signatures: Pick<Signatures, 'readSignatures'>,
  claimed: Claimed,
): Promise<void> {
  const { fromWarc = [] } = claimed.spec;
  if (fromWarc.length === 0 || (await isTrusted(signatures, 'archives', claimed))) return;
  const { shown, ...more } = firstOf(fromWarc);
  throw new BadInput([refusal('archives-unsigned', { directory: claimed.directory, archives: shown, ...more })]);
}

/**
 * The secrets of a crawl, or those that the user has just given: of the same person, where they are known. A directory
 * of a stranger gets none. Throws `BadInput`.
 */
export function trustedAccess(
  { directory, id, spec }: Claimed,
  given: string | undefined,
): Pick<ResolvedSpec, 'access'> {
  const isOwn = hasLocalAccess(spec, id);
  if (given === undefined) {
    if (isOwn) return defined({ access: spec.access });
    throw new BadInput([refusal('access-unknown', { directory })]);
  }
  if (isOwn && whoOfReference(given) !== whoOfReference(spec.access))
    throw new BadInput([refusal('access-other', { directory })]);
  return { access: given };
}

/** Nobody is asked where archives answer. */
async function unsignedStarts(
  signatures: Pick<Signatures, 'readSignatures'>,
  { id, spec }: Claimed,
  allowed: readonly string[],
): Promise<readonly string[]> {
  if (spec.fromWarc !== undefined) return [];
  const known = new Set(allowed);
  const hosts = openlyPrivateStarts(spec.sites).filter(each => !known.has(each));
  if (hosts.length === 0) return [];
  const kept = await signatures.readSignatures(hosts.map(host => `start ${host}` as const));
  const areSigned = areSignedByUser(hosts.map(host => [startText(id, host), kept.get(`start ${host}`)]));
  return hosts.filter((_, index) => areSigned[index] !== true);
}

async function isTrusted(
  signatures: Pick<Signatures, 'readSignatures'>,
  kind: Kind,
  claimed: Claimed,
): Promise<boolean> {
  const signature = (await signatures.readSignatures([kind])).get(kind);
  if (signature === undefined) return false;
  const text = readableText(kind, claimed);
  return text !== undefined && areSignedByUser([[text, signature]])[0] === true;
}

/** A plugin that is gone, or no file at all, has no text that could be signed. */
function readableText(kind: Kind, claimed: Claimed): string | undefined {
  try {
    return textOf(kind, claimed);
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** Undefined if there is nothing to sign, or nothing that may be trusted without being named. */
function textOf(kind: Kind, { directory, id, spec }: Claimed): string | undefined {
  if (kind === 'archives') return spec.fromWarc && JSON.stringify([kind, id, spec.fromWarc]);
  if (kind === 'hosts') return spec.allowHosts.length === 0 ? undefined : JSON.stringify([kind, id, spec.allowHosts]);
  if (spec.plugins.length === 0) return undefined;
  const hashes = pluginHashes(spec.plugins);
  // A person who returns a directory may have changed all files in it, packages too.
  const inside = `${realpathSync(directory)}${sep}`;
  if (hashes === undefined || [...hashes.keys()].some(path => path.startsWith(inside))) return undefined;
  return JSON.stringify([kind, id, spec.plugins, [...hashes].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Each plugin of the directory under the address by which the spec names the plugin: that file, or a file with equal name. */
function namedAgain({ directory, spec: { plugins } }: Claimed, named: readonly string[]): readonly string[] {
  const open = named.map(pluginAddress);
  const take = (isIt: (address: string) => boolean): string | undefined => {
    const index = open.findIndex(isIt);
    return index < 0 ? undefined : open.splice(index, 1)[0];
  };
  const same = plugins.map(plugin => take(address => address === plugin));
  const found = plugins.map((plugin, index) => same[index] ?? take(address => nameOf(address) === nameOf(plugin)));
  const missing = plugins.filter((_, index) => found[index] === undefined);
  const faults: readonly Refusal[] = [
    ...(missing.length > 0 ? [refusal('further-plugins', { directory, ...shownPlugins(missing) })] : []),
    ...open.map(address => otherPlugin(address, directory, plugins)),
  ];
  if (faults.length > 0) throw new BadInput(faults);
  return found as readonly string[];
}

function nameOf(address: string): string {
  try {
    return basename(fileURLToPath(address));
  } catch {
    return address;
  }
}

function otherPlugin(address: string, directory: string, plugins: readonly string[]): Refusal {
  const plugin = nameOf(address);
  const why =
    plugins.length === 0
      ? allowance('unneeded-plugin', { plugin, directory })
      : allowance('other-plugin', { plugin, directory, ...shownPlugins(plugins) });
  return { field: '--plugin', ...why };
}

function shownPlugins(addresses: readonly string[]): Pick<FactsOf<'further-plugins'>, 'plugins' | 'more'> {
  const { shown, ...more } = firstOf(addresses.map(nameOf));
  return { plugins: shown, ...more };
}

const mostShown = 5;

function firstOf(values: readonly string[]): { readonly shown: readonly string[]; readonly more?: number } {
  const shown = values.slice(0, mostShown).map(shownValue);
  return values.length > mostShown ? { shown, more: values.length - mostShown } : { shown };
}
