import { listen } from '../example-answer.ts';
import { NewsSites } from './news-site.ts';
import type { SiteName } from './stories.ts';

export interface ServedNewsSites extends AsyncDisposable {
  readonly sites: NewsSites;
  /** Start pages. */
  readonly urls: Readonly<Record<SiteName, string>>;
  close(): Promise<void>;
}

/**
 * Serves the news sites on loopback, each at its own port: those of `ports`, or any free ones. `clock` is what the sites show
 * as the present time, epoch ms; their first story is published at `begin`. `asked` is called for each request.
 */
export async function serveNewsSites(
  begin: number,
  clock: () => number,
  ports: Readonly<Record<SiteName, number>> = { herald: 0, courier: 0 },
  asked: (site: SiteName, pathAndQuery: string) => void = () => undefined,
): Promise<ServedNewsSites> {
  let sites: NewsSites | undefined;
  const served = async (site: SiteName) =>
    await listen(ports[site], (pathAndQuery, { headers }) => {
      asked(site, pathAndQuery);
      return sites!.answer(site, { pathAndQuery, known: headers['if-none-match'], now: clock() });
    });
  const [herald, courier] = [await served('herald'), await served('courier')];
  sites = new NewsSites(begin, { herald: herald.origin, courier: courier.origin });
  const close = async (): Promise<void> => void (await Promise.all([herald.close(), courier.close()]));
  const urls = { herald: `${herald.origin}/`, courier: `${courier.origin}/` };
  return { sites, urls, close, [Symbol.asyncDispose]: close };
}
