/**
 * Walls: answers of services that let no program pass before it proves to be a browser or a person, in place of what was
 * requested. Marks are those that the services document or write into every such answer, and into no page of a site.
 */
import { latin1 } from '../latin1.ts';

/** A header field by its lower-case name; `''` where there is none. */
type FieldOf = (name: string) => string;

/** Values of fields of a head, by their lower-case names. */
type Fields = Readonly<Record<string, RegExp>>;

interface Wall {
  /** A field of the head that shows it. */
  readonly head?: Fields;
  /** A field that shows in the head of a refusal (`isRefusal`) who refuses. */
  readonly refusal?: Fields;
  /** A mark in the document that no page of a site has. */
  readonly body?: RegExp;
  /** A mark that a page may have, too: it counts in refusals, and in documents that hold little but a script. */
  readonly words?: RegExp;
  /** A mark that counts in refusals alone. */
  readonly denial?: RegExp;
}

/** Statuses of answers whose documents are read for marks. */
const refusals: ReadonlySet<number> = new Set([401, 403, 405, 406, 412, 428, 429, 503]);

/** A mark in a script that runs: data for scripts may hold the text of an article. */
const inScript = '<script(?![^>]{0,300}json)[^>]{0,300}>';

/** Texts are marks in a script. */
function anyOf(...marks: readonly (string | RegExp)[]): RegExp {
  const sources = marks.map(mark => (typeof mark === 'string' ? `${inScript}[^<]{0,2000}(?:${mark})` : mark.source));
  return new RegExp(sources.join('|'), 'i');
}

/** By the name of the service. */
const walls: Readonly<Record<string, Wall>> = {
  Cloudflare: {
    // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
    head: { 'cf-mitigated': /\bchallenge\b/i },
    body: anyOf(
      String.raw`(?<![\"'\x60\\])\bwindow\._cf_chl_opt\s*=`,
      /^error code: 10(?:0[5-9]|1[0-5]|20)\s*$/,
      /^\s*\{(?=[\s\S]{0,4000}"cloudflare_error":\s*true)[\s\S]{0,4000}"error_code":\s*10(?:0[5-9]|1[0-5]|20)\b/,
    ),
    words:
      /<title>\s*(?:just a moment(?:\.\.\.|…)|(?:attention required!|please wait(?:\.\.\.|…)) \| cloudflare|access denied \| [^<|]{1,253} used cloudflare to restrict access)\s*<\/title>/i,
    denial: /\bid=["']cf-error-details["'][\s\S]{0,1000}>\s*(?:error\s+)?10(?:0[5-9]|1[0-5]|20)\s*</i,
  },
  'AWS WAF': {
    // https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
    head: { 'x-amzn-waf-action': /^(?:challenge|captcha)$/i },
    body: anyOf(String.raw`(?:awsWafCookieDomainList|gokuProps)\s*=`),
    denial: /<title>\s*error: the request could not be satisfied\s*<\/title>[\s\S]{0,1000}request blocked\./i,
  },
  Vercel: {
    head: { 'x-vercel-mitigated': /^(?:challenge|deny)$/i },
    words: /<title>\s*vercel security checkpoint\s*<\/title>/i,
  },
  DataDome: {
    head: { 'x-dd-b': /./ },
    refusal: { 'x-datadome': /./, 'x-datadome-cid': /./, 'set-cookie': /(?:^|,)\s*datadome=/i },
    body: /(?:src=["']https?:\/\/|["'](?:host|url)["']\s*:\s*["'](?:https?:\/\/)?)(?:geo|ct)\.captcha-delivery\.com/,
  },
  HUMAN: {
    refusal: { 'x-px-block': /./, 'set-cookie': /(?:^|,)\s*_px(?:hd|vid|3)?=/ },
    body: anyOf(
      new RegExp(`${inScript}(?=[^<]{0,2000}window._pxAppId)[^<]{0,2000}window._px(?:BlockedUrl|Uuid|HostUrl)`),
      /<\w+\b[^>]{0,300}\bid=["']?px-captcha\b|src=["'](?:https?:)?\/\/captcha\.px-(?:cloud|cdn)\.net/,
      /^\s*\{(?=[^{}]{0,2000}"appId":"PX)[^{}]{0,2000}"blockScript":/,
    ),
  },
  Akamai: {
    refusal: { server: /^akamai(?:ghost|nethost)/i },
    body: anyOf(
      String.raw`chlgeId\b`,
      /<\w+\b[^>]{0,300}\bid=["']sec-(?:if-cpt-container|cpt-if)["']|["']\/_sec\/verify\?provider=interstitial/,
      /<meta[^>]{0,300}[?&;]bm-verify=|^\s*\{"sec-cp-challenge"/,
    ),
    denial: /<title>\s*access denied\s*<\/title>[\s\S]{0,2000}(?:errors(?:\.|&#46;)edgesuite|reference&#32;&#35;)/i,
  },
  Imperva: {
    refusal: { 'x-iinfo': /./, 'set-cookie': /\b(?:(?:visid_)?incap_|reese84=)/i },
    body: /\ssrc=["'][^"'<>]{0,300}_Incapsula_Resource\?(?:[^"'<>]{0,300}&)?(?:CWUDNSAI|SWUDNSAI|incident_id)=|(?:^|<iframe\b[^>]{0,500}>)\s*Request unsuccessful\. Incapsula incident ID: ?\d|<meta name="robots" content="noindex, ?nofollow">\s*<script src="\/_Incapsula_Resource\?[^"<>]{1,300}">\s*<\/script>\s*(?:<\/head>\s*)?<body>\s*<\/body>/i,
    words: /<title>\s*pardon our interruption(?:\.\.\.)?\s*<\/title>/i,
  },
  Sucuri: {
    refusal: { 'x-sucuri-block': /./, server: /^sucuri/i },
    body: anyOf(String.raw`sucuri_cloudproxy_js\s*=`),
    denial: /<title>\s*sucuri website firewall\b[^<]{0,60}access denied/i,
  },
  'DDoS-Guard': {
    refusal: { server: /^ddos-guard/i },
    body: /<script[^>]{0,300}\bsrc=["'](?:https?:\/\/check\.ddos-guard\.net\/|\/\.well-known\/ddos-guard\/js-challenge)/i,
    words: /<title>\s*ddos-guard\s*<\/title>/i,
  },
  Qrator: { refusal: { server: /^qrator/i, 'set-cookie': /\bqrator_\w{2,10}=/ }, body: /["']\/__qrator\/qauth/ },
  Variti: {
    refusal: { server: /^variti/i, 'set-cookie': /\bipp_(?:uid|key|sign)\d?=/ },
    body: anyOf(String.raw`document\.cookie[^<]{0,300}\bipp_(?:uid|key|sign)`),
  },
  Servicepipe: {
    refusal: { 'set-cookie': /\b(?:spid=\d{10}|sps[cn]=)/ },
    body: anyOf(String.raw`\bget_cookie_sp(?:id|s[cn])`),
  },
  StormWall: {
    refusal: { server: /^stormwall/i, 'set-cookie': /\bswp_token=/ },
    body: anyOf(String.raw`\bcN\s*=\s*["']swp_token`),
  },
  Kasada: {
    refusal: { 'x-kpsdk-ct': /./, 'x-kpsdk-r': /./, 'x-kpsdk-im': /./, 'x-kpsdk-fc': /./ },
    body: anyOf(String.raw`\bKPSDK\.(?:scriptStart|start)\s*=`),
  },
  // https://anubis.techaro.lol/docs/
  Anubis: {
    body: /<\w+\b[^>]{0,300}\bid=["']?anubis_(?:challenge|version)\b|(?:href|url)=["']?\/\.within\.website\/x\/(?:cmd\/anubis|xess)\//,
  },
  'go-away': { body: /(?:href|url)=["']?\/\.well-known\/\.[^"'<>\s]{1,200}\/cmd\/go-away\// },
  Reblaze: { body: anyOf(String.raw`\bwindow\.rbzns\s*=`) },
  'Azure WAF': {
    refusal: { server: /^microsoft-azure-application-gateway/i },
    words: /<title>\s*azure waf\s*<\/title>/i,
  },
  'Yandex SmartCaptcha': { body: /<form[^>]{0,400}\/(?:check|show)captcha\?/i },
  Amazon: { body: /<form[^>]{0,400}\baction=["']\/errors\/validateCaptcha["']/i },
  'Alibaba Cloud': { body: /<meta[^>]{0,100}\bname=["']aliyun_waf_/i },
  // https://github.com/kyprizel/testcookie-nginx-module
  testcookie: { body: anyOf(String.raw`toHex\(slowAES\.decrypt\(`) },
  'bunny.net': { body: /<script[^>]{0,300}\bsrc=["']\/\.bunny-shield\//i },
  Wordfence: { words: /<title>\s*your access to this site has been limited/i },
  SiteGround: { head: { 'sg-captcha': /^challenge$/i }, body: /;\s*(?:url=)?["']?\/\.well-known\/sgcaptcha\//i },
  Imunify360: { words: /<title>\s*one moment, please\.\.\.\s*<\/title>/i },
  // https://www.fastly.com/documentation/guides/security/bot-management/client-challenges/
  Fastly: { words: /<title>\s*client challenge\s*<\/title>/i },
  Radware: { words: /<title>\s*radware (?:bot manager )?captcha/i },
  F5: {
    body: /(?:^|<body[^>]{0,300}>)\s*The requested URL was rejected\. Please consult with your administrator\.[\s\S]{0,400}support ID|<noscript>\s*Please enable JavaScript to view the page content\.\s*<br ?\/?>\s*Your support ID is/i,
    words: /<script[^>]{0,300}\bsrc=["']\/TSPD\//,
    denial:
      /^[\s\S]{0,600}The requested URL was rejected\. Please consult with your administrator\.[\s\S]{0,400}support ID/i,
  },
};

const services = Object.entries(walls);
const marksOf = (where: 'head' | 'refusal') =>
  services.flatMap(([service, { [where]: fields = {} }]) =>
    Object.entries(fields).map(([name, value]) => ({ service, name, value })),
  );
const headMarks = marksOf('head');
const refusalMarks = marksOf('refusal');

/** The name of the service behind an answer whose head shows a wall. */
export function wallOfHead(status: number, field: FieldOf): string | undefined {
  const marks = isRefusal(status, field) ? [...headMarks, ...refusalMarks] : headMarks;
  return marks.find(({ name, value }) => value.test(field(name)))?.service;
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

/** The name of the service whose wall the document of an answer is. */
export function wallOfBody(body: Uint8Array, status: number): string | undefined {
  if (body.byteLength > mostOfWall || body.byteLength === 0) return undefined;
  if (hasManyLinks(body)) return undefined;
  const text = latin1(body);
  const isRefused = refusals.has(status);
  const isWall = ({ body: mark, words, denial }: Wall): boolean =>
    mark?.test(text) === true ||
    (words?.test(text) === true && (isRefused || isBare(text))) ||
    (isRefused && denial?.test(text) === true);
  return services.find(([, wall]) => isWall(wall))?.[0];
}

function hasManyLinks({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  let at = -1;
  for (let links = 0; links <= mostLinks; links += 1) {
    at = bytes.indexOf('<a ', at + 1);
    if (at < 0) return false;
  }
  return true;
}

const mostWords = 1_500;

/** A document that runs a script, leads nowhere in the site, and says next to nothing. */
function isBare(text: string): boolean {
  if (!/<script\b|http-equiv=["']?refresh/i.test(text) || /<a\s[^>]{0,300}href=["']?(?![a-z]+:|\/\/|#)/i.test(text))
    return false;
  const [first, ...more] = text.split(/<(?:script|style|noscript|svg)\b/i);
  const behind = more.map(part => /<\/(?:script|style|noscript|svg)\s*>([\s\S]*)$/i.exec(part)?.[1]);
  return [first, ...behind].join(' ').replace(/<[^<>]*>|\s+/g, ' ').length < mostWords;
}
