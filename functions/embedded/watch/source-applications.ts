/** Applications of the sources of a watch in a directory: read and switched also while another process works on it. */
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import { builtInParts } from '../../../shared/domain/spec/crawl-spec.ts';
import { switchApplicationsOf } from '../../../shared/place/change-applications.ts';
import { namedParts } from '../../../shared/plugins/named-parts.ts';
import { builtInOrder, orderOf } from '../../../shared/wings/publications/applications/application-order.ts';
import { readSettings } from '../../../shared/wings/publications/watch/source-settings.ts';
import { demandApplications, loadApplications } from '../plugins/load-parts.ts';
import { trustedPlugins } from '../plugins/trust.ts';
import { readCrawl } from '../read-crawl.ts';
import { withWatch } from './with-watch.ts';

/**
 * Answers the names that are on from now on, at one source or at all. `plugins`: modules of the watch, named again; absent: no
 * module is run, and what the watch has named so far can be switched. Throws `BadInput` where a name is not known.
 */
export async function switchApplications(
  directory: string,
  names: readonly string[],
  isOn: boolean,
  source?: number,
  plugins?: readonly string[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const order =
    isOn && plugins !== undefined ? await knownOrder(directory, names, plugins) : await namedSoFar(directory, names);
  return await withWatch(
    directory,
    async (state, crawl) => await switchApplicationsOf(state, crawl, { names, isOn, order, source }),
  );
}

/** All applications of the watch in their order; its modules are run only with the user's signature. */
async function knownOrder(
  directory: string,
  names: readonly string[],
  named: readonly string[],
): Promise<readonly string[]> {
  const plugins = await readCrawl(directory, async ({ store }, { id, spec }) =>
    kindOf(spec).name === 'watch' ? await trustedPlugins(store, { directory, id, spec }, named) : [],
  );
  const modules = await loadApplications(plugins);
  demandApplications({ applications: names }, modules, 'names');
  const known = modules.flatMap(({ applications }) => applications);
  const facts = known.map(each => ({ name: each.name, ...('extends' in each && { extends: each.extends }) }));
  return facts.length === 0 ? builtInParts.applications : orderOf(facts);
}

/** To switch something off no module is run: what is on is known. The order of the watch comes first. */
async function namedSoFar(directory: string, names: readonly string[]): Promise<readonly string[]> {
  return await readCrawl(directory, async ({ store }, { id, spec }) => {
    const known = new Set<string>([...(spec.applications ?? []), ...builtInOrder]);
    for (const { site } of await store.readSites(id))
      for (const name of readSettings(await store.readSettings(id, site)).applications ?? []) known.add(name);
    const all = [...known].map(name => ({ name }));
    namedParts('names', names, all);
    return [...known];
  });
}
