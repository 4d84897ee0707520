/**
 * Walls: answers of services that let no program pass before it proves to be a browser or a person, in place of what was
 * requested. Marks are those that the services document or write into every such answer, and into no page of a site.
 */
import { latin1 } from '../latin1.ts';

/** A header field by its lower-case name; `''` where there is none. */
type FieldOf = (name: string) => string;

interface Wall {
  readonly name: string;
  /** Whether the head alone shows it. */
  readonly head?: (field: FieldOf) => boolean;
  /** Whether the head of a refusal (`isRefusal`) shows who refuses. */
  readonly refusal?: (field: FieldOf) => boolean;
  /** A mark in the document. */
  readonly body?: RegExp;
}

/** Statuses of answers whose documents are read for marks. */
const refusals: ReadonlySet<number> = new Set([401, 403, 405, 406, 429, 503]);

const walls: readonly Wall[] = [
  {
    name: 'Cloudflare',
    // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
    head: field => /\bchallenge\b/i.test(field('cf-mitigated')),
    body: /<script[^>]{0,300}>[^<]{0,2000}_cf_chl_opt\s*=|<title>\s*(?:just a moment(?:\.\.\.|…)|attention required! \| cloudflare|access denied \| [^<|]{1,253} used cloudflare to restrict access)\s*<\/title>|^error code: 10(?:0[5-9]|1[0-5]|20)\s*$/i,
  },
  {
    name: 'AWS WAF',
    // https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
    head: field => /^(?:challenge|captcha)$/i.test(field('x-amzn-waf-action')),
    body: /<script[^>]{0,300}>[^<]{0,2000}(?:awsWafCookieDomainList|gokuProps)\s*=/,
  },
  {
    name: 'Vercel',
    head: field => /^(?:challenge|deny)$/i.test(field('x-vercel-mitigated')),
    body: /<title>\s*vercel security checkpoint\s*<\/title>/i,
  },
  {
    name: 'DataDome',
    head: field => field('x-dd-b') !== '',
    refusal: field => field('x-datadome') !== '' || /(?:^|,)\s*datadome=/i.test(field('set-cookie')),
    body: /(?:src=["']https?:\/\/|["'](?:host|url)["']\s*:\s*["'](?:https?:\/\/)?)(?:geo|ct)\.captcha-delivery\.com/,
  },
  {
    name: 'HUMAN',
    refusal: field => field('x-px-block') !== '' || /(?:^|,)\s*_px(?:hd|vid|3)?=/.test(field('set-cookie')),
    body: /<\w+\b[^>]{0,300}\bid=["']px-captcha|window\._pxAppId\b[^<]{0,2000}_pxBlockedUrl|src=["'](?:https?:)?\/\/captcha\.px-(?:cloud|cdn)\.net|^\s*\{"appId":"PX[^{}]{0,2000}"blockScript":/,
  },
  {
    name: 'Akamai',
    refusal: field => /^akamai(?:ghost|nethost)/i.test(field('server')),
    body: /<title>\s*access denied\s*<\/title>[\s\S]{0,2000}(?:errors\.edgesuite\.net|reference&#32;&#35;)|<\w+\b[^>]{0,300}\bid=["']sec-(?:if-cpt-container|cpt-if)["']|["']\/_sec\/verify\?provider=interstitial|<meta[^>]{0,300}[?&;]bm-verify=/i,
  },
  {
    name: 'Imperva',
    refusal: field => field('x-iinfo') !== '' || /\b(?:visid_)?incap_/i.test(field('set-cookie')),
    body: /_Incapsula_Resource\?(?:[^"'<>]{0,300}&)?(?:CWUDNSAI|SWUDNSAI|incident_id)=|Request unsuccessful\. Incapsula incident ID: ?\d|<meta name="robots" content="noindex, ?nofollow">\s*<script src="\/_Incapsula_Resource\?[^"<>]{1,300}">\s*<\/script>\s*(?:<\/head>\s*)?<body>\s*<\/body>|<title>\s*pardon our interruption(?:\.\.\.)?\s*<\/title>/i,
  },
  {
    name: 'Sucuri',
    refusal: field => field('x-sucuri-block') !== '' || /^sucuri/i.test(field('server')),
    body: /<script[^>]{0,300}>[^<]{0,2000}sucuri_cloudproxy_js\s*=|<title>\s*sucuri website firewall\b[^<]{0,60}access denied/i,
  },
  {
    name: 'DDoS-Guard',
    refusal: field => /^ddos-guard/i.test(field('server')),
    body: /<title>\s*ddos-guard\s*<\/title>/i,
  },
  { name: 'Qrator', refusal: field => /^qrator/i.test(field('server')), body: /["']\/__qrator\/qauth/ },
  {
    name: 'Kasada',
    refusal: field => field('x-kpsdk-ct') !== '',
    body: /<script[^>]{0,300}>[^<]{0,2000}\bKPSDK\.scriptStart\s*=/,
  },
  // https://anubis.techaro.lol/docs/
  {
    name: 'Anubis',
    body: /<\w+\b[^>]{0,300}\bid=["']?anubis_(?:challenge|version)\b|(?:href|url)=["']?\/\.within\.website\/x\/(?:cmd\/anubis|xess)\//,
  },
  { name: 'Yandex SmartCaptcha', body: /<form[^>]{0,400}\/(?:check|show)captcha[?"'\s>]/i },
  { name: 'Wordfence', body: /<title>\s*your access to this site has been limited/i },
  {
    name: 'SiteGround',
    head: field => /^challenge$/i.test(field('sg-captcha')),
    body: /;\s*(?:url=)?["']?\/\.well-known\/sgcaptcha\//i,
  },
  { name: 'Imunify360', body: /<title>\s*one moment, please\.\.\.\s*<\/title>/i },
  // https://www.fastly.com/documentation/guides/security/bot-management/client-challenges/
  { name: 'Fastly', body: /<title>\s*client challenge\s*<\/title>/i },
  { name: 'Radware', body: /<title>\s*radware (?:bot manager )?captcha/i },
  {
    name: 'F5',
    body: /^[\s\S]{0,600}The requested URL was rejected\. Please consult with your administrator\.[\s\S]{0,400}support ID/i,
  },
];

/** The name of the service behind an answer whose head shows a wall. */
export function wallOfHead(status: number, field: FieldOf): string | undefined {
  const isRefused = isRefusal(status, field);
  return walls.find(({ head, refusal }) => head?.(field) === true || (isRefused && refusal?.(field) === true))?.name;
}

/** A site behind such a service sends its logins, faults and outages through the same servers. */
function isRefusal(status: number, field: FieldOf): boolean {
  return status === 403 || status === 429 || (status === 401 && field('www-authenticate') === '');
}

/** Whether the document of an answer without a page is read for the marks of a wall. */
export function mayBeWall(status: number): boolean {
  return status === 202 || refusals.has(status);
}

/** A wall's document is short, bytes; so much of it is read. */
export const mostOfWall = 64 * 1024;
/** A page of a site has more links; so nearly all pages are known by their first ones. */
const mostLinks = 8;

/** The name of the service whose wall a document is. */
export function wallOfBody(body: Uint8Array): string | undefined {
  if (body.byteLength > mostOfWall || body.byteLength === 0) return undefined;
  const text = latin1(body);
  let at = -1;
  for (let links = 0; links <= mostLinks; links += 1) {
    at = text.indexOf('<a ', at + 1);
    if (at < 0) return walls.find(wall => wall.body?.test(text) === true)?.name;
  }
  return undefined;
}
