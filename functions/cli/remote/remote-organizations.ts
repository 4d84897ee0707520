import type { Organization } from '../../../shared/wings/publications/mentions/organization.ts';
import { readOrganizationFile } from '../mentions/read-organization-file.ts';
import { organizationLines } from '../mentions/shown-lines.ts';
import { formatCount, formatCounted } from '../terminal/amounts.ts';
import { type Remote, type RemoteOptions, remoteApi, watchPath } from './remote-api.ts';

/** `orbweaver remote watches organizations set`: returns when the search is requested. */
export async function setRemoteOrganizations(id: string, list: string, options: RemoteOptions): Promise<void> {
  const { organizations } = await readOrganizationFile('the list', list);
  const api = await remoteApi(options);
  await api.call('PUT', `${watchPath(id)}/organizations`, { organizations });
  process.stderr.write(
    `From now on the watch looks for ${formatCounted(organizations.length, 'organization')}. How much is searched: orbweaver remote watches organizations list ${id}\n`,
  );
}

/** `orbweaver remote watches organizations remove`. */
export async function removeRemoteOrganizations(id: string, options: RemoteOptions): Promise<void> {
  await (await remoteApi(options)).call('DELETE', `${watchPath(id)}/organizations`);
  process.stdout.write('No organizations are searched for from now on; mentions that were found stay.\n');
}

/** The list of a watch, as the API has it. */
export interface RemoteOrganizations {
  readonly digest: string;
  /** ISO 8601. */
  readonly set: string;
  /** Names of the models of the tones. */
  readonly models: readonly string[];
  readonly searched: { readonly searched: number; readonly all: number };
  readonly organizations: readonly Organization[];
}

/** Organizations that are requested at a time. */
const atOnce = 1_000;

/** All pages. */
export async function remoteOrganizations(api: Remote, id: string): Promise<RemoteOrganizations> {
  type Page = RemoteOrganizations & { readonly next?: string };
  const path = `${watchPath(id)}/organizations?limit=${atOnce}`;
  const first: Page = await api.call('GET', path);
  const organizations = [...first.organizations];
  for (let { next } = first; next !== undefined; ) {
    const page: Page = await api.call('GET', `${path}&cursor=${encodeURIComponent(next)}`);
    organizations.push(...page.organizations);
    next = page.next;
  }
  return { ...first, organizations };
}

/** `orbweaver remote watches organizations list`. */
export async function listRemoteOrganizations(id: string, options: RemoteOptions): Promise<void> {
  const { digest, set, searched, organizations } = await remoteOrganizations(await remoteApi(options), id);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ digest, setAt: set, searched, organizations })}\n`);
    return;
  }
  const all = formatCounted(searched.all, 'publication');
  process.stdout.write(`${organizationLines(organizations)}${formatCount(searched.searched)} of ${all} searched.\n`);
}
