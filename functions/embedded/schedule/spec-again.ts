import { holdLocalAccessAgain } from '../../../shared/adapters/local/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { needsBrowser, type ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { demandTrustedArchives, trustedAccess, trustedHosts, trustedPlugins } from '../plugins/trust.ts';
import { readCrawl } from '../read-crawl.ts';
import { demandFinished } from '../since/keep-earlier.ts';
import type { Schedule } from './schedule-store.ts';

/**
 * The settings of a finished crawl of this user, to begin a new crawl with them, since that one where its settings allow it.
 * Throws `BadInput` where the directory is a stranger's and names secrets, or plugins and private hosts that the user has not named.
 */
export async function specAgain(
  directory: string,
  { plugins = [], allowHosts = [] }: Pick<Schedule, 'plugins' | 'allowHosts'> = {},
): Promise<ResolvedSpec> {
  return await readCrawl(directory, async ({ store }, crawl) => {
    demandFinished(directory, crawl);
    const { id, spec } = crawl;
    const claimed = { directory, id, spec };
    await demandTrustedArchives(store, claimed);
    const { access: reference } = trustedAccess(claimed, undefined);
    // The secrets of the new crawl are its own: each is kept for one crawl.
    const access = reference === undefined ? undefined : holdLocalAccessAgain(reference);
    const { since: _, access: __, ...settings } = spec;
    return {
      ...settings,
      plugins: await trustedPlugins(store, claimed, plugins),
      allowHosts: await trustedHosts(store, claimed, allowHosts),
      ...defined({ access, since: !needsBrowser(spec) && spec.fromWarc === undefined ? directory : undefined }),
    };
  });
}
