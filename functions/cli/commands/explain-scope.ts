import {
  needsBrowser,
  type RenderMode,
  type ResolvedSite,
  type ResolvedSpec,
} from '../../../shared/domain/spec/crawl-spec.ts';
import { createMatcher } from '../../../shared/domain/url/matching-addresses.ts';
import { createNormalizer } from '../../../shared/domain/url/normalize.ts';
import { registrableDomain } from '../../../shared/domain/url/registrable-domain.ts';
import { boundsOf, folderAt, type SiteBounds, type SiteScope } from '../../../shared/domain/url/site-scope.ts';
import { createAdmission, type NotAdmitted, nonPageExtensions } from '../../../shared/domain/url/skip-before-fetch.ts';

/** One question about an address and its answer. */
interface ScopeCheck {
  readonly name: string;
  readonly text: string;
}

export interface ScopeExplanation {
  /** Nothing in the address itself speaks against it; robots.txt and limits still may. */
  readonly fetched: boolean;
  readonly checks: readonly ScopeCheck[];
}

const notAdmitted: Readonly<Record<NotAdmitted, string>> = {
  extension: 'no: its extension is in the list of those that are not pages',
  'too-long': 'no: it is longer than 2,048 characters',
  'too-deep': 'no: its path is deeper than 20 segments',
  repeating: 'no: its segments repeat, as in a trap',
  excluded: 'no: an expression excludes it',
  logout: 'no: it ends the session',
};

const waitingScripts = 'what its scripts request waits in the lines of the hosts and obeys their robots.txt';

const renderedText: Readonly<Record<RenderMode, string | undefined>> = {
  never: undefined,
  auto: 'if samples of its template show that scripts bring links',
  always: `if it is HTML; ${waitingScripts}`,
};

const scriptsElsewhere =
  'of rendered pages may request it, by GET: in the line of its host, and if robots.txt there allows it';

/** The verdict of `spec` on `url`, from the address alone. The caller has loaded the data that its scope needs. */
export function explainScope(spec: ResolvedSpec, url: URL): ScopeExplanation {
  const identity = createNormalizer(spec.normalization)(url);
  const address = { name: 'Identity', text: identity };
  const site = spec.sites.find(each => boundsAt(spec, each).belongs(url));
  if (site === undefined) {
    const scripts = needsBrowser(spec) ? [{ name: 'Scripts', text: scriptsElsewhere }] : [];
    return { fetched: false, checks: [address, { name: 'Site', text: otherSite(spec, url) }, ...scripts] };
  }
  const ofSite = { name: 'Site', text: `${site.number}, ${site.name}` };
  const reason = isStart(site, spec, identity) ? undefined : admissionOf(spec)(identity);
  const text =
    reason === undefined ? 'yes' : `${notAdmitted[reason]}${reason === 'excluded' ? expressionOf(spec, identity) : ''}`;
  return {
    fetched: reason === undefined,
    checks: [address, ofSite, { name: 'Admitted', text }, ...browserChecks(spec, identity)],
  };
}

function boundsAt(spec: ResolvedSpec, { url: start, hosts }: ResolvedSite): SiteBounds {
  return boundsOf({ start, ...(hosts !== undefined && { hosts }) }, spec);
}

function browserChecks({ render = 'never', traverse = [] }: ResolvedSpec, identity: string): readonly ScopeCheck[] {
  const expression = traverse.find(each => createMatcher([each])(identity));
  if (expression !== undefined) {
    const text = `if it is HTML: traverse ${JSON.stringify(expression)} is found in it; ${waitingScripts}`;
    return [{ name: 'Clicked', text }];
  }
  const rendered = renderedText[render];
  return rendered === undefined ? [] : [{ name: 'Rendered', text: rendered }];
}

function admissionOf(spec: ResolvedSpec, expressions: Pick<ResolvedSpec, 'include' | 'exclude'> = spec) {
  const { include, exclude } = expressions;
  return createAdmission({ include, exclude, extensions: spec.extensions ?? nonPageExtensions });
}

/** The start page is fetched whatever its address. */
function isStart(site: ResolvedSite, spec: ResolvedSpec, identity: string): boolean {
  return createNormalizer(spec.normalization)(new URL(site.url)) === identity;
}

function expressionOf(spec: ResolvedSpec, identity: string): string {
  const excluding = spec.exclude.find(
    exclude => admissionOf(spec, { include: [], exclude: [exclude] })(identity) !== undefined,
  );
  return excluding === undefined ? ' (none of include is found in it)' : ` (exclude ${JSON.stringify(excluding)})`;
}

function otherSite(spec: ResolvedSpec, url: URL): string {
  const why = scopeNames[spec.scope ?? 'host'](spec, url);
  return `none: ${why}; links to it count as external`;
}

const scopeNames: Readonly<Record<SiteScope, (spec: ResolvedSpec, url: URL) => string>> = {
  host: otherHost,
  domain: ({ sites }) => `it is not of the domain of ${sites.length === 1 ? sites[0]!.url : 'any site'}`,
  prefix: (spec, url) => otherPrefix(spec, url) ?? otherHost(spec, url),
  list: () => 'it is at none of the hosts and prefixes of the list',
};

function otherPrefix({ sites }: ResolvedSpec, url: URL): string | undefined {
  const sameHost = sites.find(site => new URL(site.url).origin === url.origin);
  return sameHost && `it is outside the prefix ${url.origin}${folderAt(new URL(sameHost.url))}`;
}

function otherHost(spec: ResolvedSpec, url: URL): string {
  const domain = registrableDomain(url.hostname);
  const related = spec.sites.find(site => registrableDomain(new URL(site.url).hostname) === domain);
  const sameHost = spec.sites.find(site => new URL(site.url).hostname === url.hostname);
  return sameHost !== undefined
    ? `${spec.schemes === 'any' ? 'its port differs' : 'scheme or port differ'} from ${new URL(sameHost.url).origin}`
    : related !== undefined
      ? `a different host of the domain of ${related.name} (with --scope domain its hosts are one site)`
      : 'another host than those of the crawl';
}
