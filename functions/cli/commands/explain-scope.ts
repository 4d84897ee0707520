import {
  needsBrowser,
  type RenderMode,
  type ResolvedSite,
  type ResolvedSpec,
} from '../../../shared/domain/spec/crawl-spec.ts';
import { createMatcher } from '../../../shared/domain/url/matching-addresses.ts';
import { nonPageExtensions } from '../../../shared/domain/url/non-page-extensions.ts';
import { createNormalizer } from '../../../shared/domain/url/normalize.ts';
import { siteKeyOf } from '../../../shared/domain/url/scope.ts';
import { createAdmission, type NotAdmitted } from '../../../shared/domain/url/skip-before-fetch.ts';

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
};

const waitingScripts = 'what its scripts ask for waits in the lines of the hosts and obeys their robots.txt';

const renderedText: Readonly<Record<RenderMode, string | undefined>> = {
  never: undefined,
  auto: 'if samples of its template show that scripts bring links',
  always: `if it is HTML; ${waitingScripts}`,
};

const scriptsElsewhere =
  'of rendered pages may ask for it, by GET: in the line of its host, and if robots.txt there allows it';

/** What `spec` says about `url`, from the address alone. */
export function explainScope(spec: ResolvedSpec, url: URL): ScopeExplanation {
  const identity = createNormalizer(spec.normalization)(url);
  const address = { name: 'Identity', text: identity };
  const site = spec.sites.find(
    ({ url: start }) => siteKeyOf(new URL(start), spec.schemes) === siteKeyOf(url, spec.schemes),
  );
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
  const parent = spec.sites.find(site => url.hostname.endsWith(`.${new URL(site.url).hostname}`));
  const sameHost = spec.sites.find(site => new URL(site.url).hostname === url.hostname);
  const why =
    sameHost !== undefined
      ? `${spec.schemes === 'any' ? 'its port differs' : 'scheme or port differ'} from ${new URL(sameHost.url).origin}`
      : parent !== undefined
        ? `a subdomain of ${parent.name} is another site`
        : 'another host than those of the crawl';
  return `none: ${why}; links to it count as external`;
}
