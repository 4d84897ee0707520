import { RE2JS, RE2JSSyntaxException } from 're2js';
import * as z from 'zod';
import { linkElements } from '../html/link-element.ts';
import { instantOf } from '../instant.ts';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { directiveNames, purposes } from '../robots/preferences.ts';
import { siteScopes } from '../url/site-scope.ts';
import {
  builtInParts,
  durabilities,
  longestTimeoutSeconds,
  presetNames,
  profiles,
  renderModes,
  siteGroups,
  sitemapModes,
  siteSchemes,
  specDefaults,
  topics,
} from './crawl-spec.ts';
import { extractSchema } from './extract-schema.ts';
import { setting, trueFalse, wholeNumber } from './fields/field-values.ts';
import { normalizationSchema } from './normalization-schema.ts';
import { ruleOptionsSchema } from './rule-options-schema.ts';
import { ruleNames } from './rules.ts';
import { parseSiteAddress } from './site-address.ts';
import { traverseOptionsSchema } from './traverse-options-schema.ts';

/*
 * The one schema of a crawl's spec, for command line, environment, file and API, published as
 * `shared/crawl-spec.schema.json`. Every message is an `Allowance` (`refusal.ts`). It fills in no defaults, so that
 * `resolve-spec.ts` can merge several sources first.
 */

const million = 1_000_000;

const pages = (what: string) => wholeNumber(1, 1_000 * million, what);

function line(most: number, error = asMessage(allowance('line', { most }))) {
  return z
    .string({ error })
    .min(1, { error })
    .max(most, { error })
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error });
}

function list<T extends z.ZodType>(item: T, of: string) {
  return z.array(item, { error: asMessage(allowance('list', { of })) });
}

function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: asMessage(allowance('one-of', { names: values })) });
}

const delayMs = wholeNumber(0, 3.6 * million, 'milliseconds between the starts of two downloads');
const maxDownloads = wholeNumber(1, 256, 'downloads at the same time');
/** Below 0.5, texts with only their menus in common would agree. */
const nearest = { least: 0.5, most: 1 };
const timeoutSeconds = wholeNumber(1, longestTimeoutSeconds, 'seconds to the first byte of an answer');
const retries = wholeNumber(0, 10, 'further tries for a page');
const maxPageBytes = wholeNumber(1_000, 100 * million, 'bytes of a page');
const maxLevel = wholeNumber(0, million, 'clicks from the start page');

/** `asked`: the refusal for a text that is no address at all. */
function siteAddress(asked: 'address' | 'site-host') {
  return z.string({ error: asMessage(allowance(asked)) }).superRefine((text, context) => {
    const address = parseSiteAddress(text);
    if (address.kind === 'address') return;
    const why = address.why.code === 'address' ? allowance(asked) : address.why;
    context.addIssue({ code: 'custom', message: asMessage(why) });
  });
}

const startAddress = siteAddress('address');
/** Accepts a host alone, or the prefix of its addresses. */
const siteHost = siteAddress('site-host');

const pattern = z.string({ error: asMessage(allowance('pattern')) }).superRefine((text, context) => {
  const fault = patternFault(text);
  if (fault !== undefined)
    context.addIssue({ code: 'custom', message: asMessage(allowance('pattern', { why: fault })) });
});

/** RFC 9110 section 10.1.5; a header must be printable ASCII. */
const userAgent = z
  .string({ error: asMessage(allowance('user-agent')) })
  .max(256, { error: asMessage(allowance('most-characters', { most: 256 })) })
  .regex(/^[A-Za-z][\x20-\x7e]*$/, { error: asMessage(allowance('user-agent-characters')) });

/** RFC 9110 section 12.5.4, with tags as RFC 4647 section 2.1 has them. */
const languageRange = String.raw`(?:\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?: ?; ?q=(?:0(?:\.\d{1,3})?|1(?:\.0{1,3})?))?`;
const acceptLanguage = z
  .string({ error: asMessage(allowance('languages')) })
  .max(256, { error: asMessage(allowance('most-characters', { most: 256 })) })
  .regex(new RegExp(`^${languageRange}(?: ?, ?${languageRange})*$`), { error: asMessage(allowance('languages')) });

const contact = z
  .string({ error: asMessage(allowance('contact')) })
  .max(256, { error: asMessage(allowance('most-characters', { most: 256 })) })
  .regex(/^(?:[\x21-\x7e]+@[\x21-\x7e]+|https?:\/\/[\x21-\x7e]+)?$/, { error: asMessage(allowance('contact')) });

const nameAndPort = asMessage(allowance('host-and-port'));

const hostWithPort = z
  .string({ error: nameAndPort })
  .regex(/^(?:[^\s/?#@:[\]]+|\[[0-9a-fA-F:.]+\]):[1-9]\d{0,4}$/, { error: nameAndPort, abort: true })
  .refine(text => URL.canParse(`http://${text}`), { error: nameAndPort });

const extension = z
  .string({ error: asMessage(allowance('extension')) })
  .regex(/^[\p{L}\p{N}_-]{1,16}$/u, { error: asMessage(allowance('extension')) });

const names = (of: string) => list(line(64), of);
const knownFormats = builtInParts.formats.join(', ');

const hosts = list(siteHost, 'hosts and address prefixes').max(1000, {
  error: asMessage(allowance('list-of-most', { most: 1000, of: 'hosts' })),
});

const tagText = asMessage(allowance('tag'));

const tag = line(64, tagText).regex(/^[^,;|]+$/, { error: tagText });

const site = z.strictObject(
  {
    url: startAddress.meta({ description: 'Start address; a host name alone is taken as https.' }),
    name: setting(line(200), 'Name for people; default: the host.'),
    shortName: setting(line(64), 'Short name for tables; default: the name.'),
    tags: setting(
      list(tag, 'tags').max(20, { error: asMessage(allowance('list-of-most', { most: 20, of: 'tags' })) }),
      'Kinds of sites, in your own words; all results of the site have them.',
    ),
    number: setting(
      wholeNumber(1, million * 10, 'number of the site'),
      'Number of the site, unique; default: the smallest free one.',
    ),
    delayMs: setting(delayMs, 'Milliseconds between two requests to its host.'),
    maxDownloads: setting(maxDownloads, 'Requests at once to its host.'),
    maxLevel: setting(maxLevel, 'Deepest level, inclusive.'),
    limit: setting(pages('pages of this site'), 'Pages of the site.'),
    hosts: setting(
      hosts,
      'With `scope: list`: further hosts and prefixes that are this site; without a scheme, that of `url`.',
    ),
  },
  { error: asMessage(allowance('mapping', { of: 'with `url`' })) },
);

export const crawlSpecSchema = z
  .strictObject(
    {
      sites: setting(
        list(site, 'sites, each with `url`'),
        'What to crawl; their own settings count before those of the crawl.',
      ),
      name: setting(line(200), 'What you call the crawl, in lists and in `crawl.json`.'),
      delayMs: setting(
        delayMs,
        "Milliseconds between the starts of two requests to one host; robots.txt's Crawl-delay counts where it is larger.",
        specDefaults.delayMs,
      ),
      maxDownloads: setting(maxDownloads, 'Requests at once to one host.', specDefaults.maxDownloads),
      timeoutSeconds: setting(
        timeoutSeconds,
        'Seconds to the first byte of an answer; the whole answer may take 10 s more, and at least 30 s.',
        specDefaults.timeoutSeconds,
      ),
      retries: setting(
        retries,
        'Further tries for a page without an answer, and for statuses 408, 421, 425, 429 and from 500 on.',
        specDefaults.retries,
      ),
      maxPageBytes: setting(
        maxPageBytes,
        'Bytes of a page, its coding undone; a larger one is skipped. In an account no more than the default.',
        specDefaults.maxPageBytes,
      ),
      maxLevel: setting(maxLevel, 'Deepest level, inclusive; default: no limit.'),
      limit: setting(pages('pages in all'), 'Pages in all; `rule` divides them among the sites.'),
      siteLimit: setting(pages('pages per site'), 'Pages per site.'),
      timeLimitSeconds: setting(wholeNumber(1, 31_536_000, 'seconds'), 'Running time in all.'),
      include: setting(
        list(pattern, 'regular expressions'),
        'Regular expressions (RE2); only URLs that match one of them are fetched.',
      ),
      exclude: setting(
        list(pattern, 'regular expressions'),
        'Regular expressions (RE2); URLs that match one of them are not fetched.',
      ),
      userAgent: setting(userAgent, 'User-Agent header.', specDefaults.userAgent),
      contact: setting(contact, 'E-mail or web address of who crawls, shown to the sites.', specDefaults.contact),
      acceptLanguage: setting(
        acceptLanguage,
        'Accept-Language header, for example `de, en;q=0.5`; default: none is sent.',
      ),
      robots: setting(line(64), `${builtInParts.robots.join(', ')}, or a policy of a plugin.`, specDefaults.robots),
      purpose: setting(
        oneOf(purposes),
        'What the pages are for: what their owner reserves against it (robots.txt, tdmrep.json, headers, `meta`) is left out, with its own skip reason. Default: preferences are only reported.',
      ),
      heed: setting(
        list(oneOf(directiveNames), directiveNames.join(', ')),
        '`noindex`: such pages are left out, with their links. `nofollow`: such links are no links; a notice counts them. Default: both are only reported.',
      ),
      duplicates: setting(
        oneOf(['merge', 'keep']),
        'Pages of equal content: one node, or one each.',
        specDefaults.duplicates,
      ),
      frames: setting(trueFalse, '`frame` in `elements`, or not.', specDefaults.frames),
      noCookies: setting(
        trueFalse,
        'Whether no cookie is ever sent back. Otherwise those of gates are: of redirects that lead back to the same address.',
        false,
      ),
      allLinks: setting(trueFalse, 'Whether every link is written with its page, anchor and rel.', false),
      checkExternal: setting(
        trueFalse,
        'Whether each external address is requested once, so that dead ones are known. Only on one machine.',
        false,
      ),
      richFiles: setting(
        trueFalse,
        'Whether linked files (pdf, doc, ppt, xls, ps, odf) are requested once, by HEAD, so that only those that are there count. Only on one machine.',
        false,
      ),
      nearDuplicates: setting(
        z
          .number({ error: asMessage(allowance('range', nearest)) })
          .min(nearest.least, { error: asMessage(allowance('range', nearest)) })
          .max(nearest.most, { error: asMessage(allowance('range', nearest)) }),
        'Pages whose texts agree by at least this share are reported; they are never merged.',
      ),
      warc: setting(trueFalse, 'Whether every exchange is written as WARC 1.1. Only on one machine.', false),
      fromWarc: setting(
        list(line(4096), 'WARC files'),
        'WARC, ARC and WACZ files that answer in place of servers; only on the command line.',
      ),
      archiveDate: setting(
        z
          .string({ error: asMessage(allowance('bad-day')) })
          .refine(text => Number.isFinite(instantOf(text)), { error: asMessage(allowance('bad-day')) }),
        'With `fromWarc`: of several captures of an address, the nearest to this day (0:00 UTC) or instant counts.',
      ),
      since: setting(
        line(4096),
        'An earlier finished crawl: pages that have not changed since are neither loaded nor parsed. Its directory; in the API its id. Only on one machine.',
      ),
      sitemaps: setting(
        oneOf(sitemapModes),
        '`report`: compare sitemaps with what was found. `add`: crawl also what they list. `only`: crawl nothing else. Only on one machine.',
      ),
      extract: setting(extractSchema, 'Columns of the table of pages, each `name=XPATH` or `name=css:SELECTOR`.'),
      schemes: setting(
        oneOf(siteSchemes),
        'Is http://host a part of https://host, and the reverse? `both`: on their default ports, `any`: on every port.',
        specDefaults.schemes,
      ),
      scope: setting(
        oneOf(siteScopes),
        'What a site is: a `host`, a registrable `domain` with its sub-domains, the address `prefix` of its start page, or the `list` of its `hosts`.',
        specDefaults.scope,
      ),
      hosts: setting(hosts, 'With `scope: list` and a single site: its further hosts and address prefixes.'),
      normalization: normalizationSchema.optional(),
      allowHosts: setting(list(hostWithPort, 'name:port'), 'Private hosts that may be crawled, as name:port.'),
      formats: setting(
        list(line(64, asMessage(allowance('one-of', { names: builtInParts.formats }))), `formats: ${knownFormats}`).min(
          1,
          { error: asMessage(allowance('some-of', { names: builtInParts.formats })) },
        ),
        `Result files: ${knownFormats}.`,
        [...specDefaults.formats],
      ),
      finish: setting(names('finish conditions'), 'Finish conditions of plugins, by name.'),
      writers: setting(names('result writers'), 'Result writers of plugins, by name.'),
      analyzers: setting(names('page analyzers'), 'Page analyzers of plugins, by name.'),
      applications: setting(
        names('applications'),
        'Of a watch: the applications that read its pages, in their order; default: grabber, readability.',
      ),
      plugins: setting(
        list(line(4096), 'modules'),
        'Modules that add parts; a path is relative to the file that names it.',
      ),
      patternLimit: setting(
        pages('pages per pattern of an address'),
        'Pages per pattern of an address (digits → N, parameter names only); default: no limit.',
      ),
      extensions: setting(
        list(extension, 'extensions'),
        'Addresses with these extensions are not fetched; replaces the built-in list.',
      ),
      rule: setting(
        oneOf([...ruleNames, 'auto']),
        'Which site gets the next pages of `limit`; `auto`: the best for sets of this `topic`.',
        specDefaults.rule,
      ),
      ruleOptions: ruleOptionsSchema.optional(),
      topic: setting(oneOf(topics), 'What the set of sites is about; `rule: auto` uses it.', specDefaults.topic),
      preset: setting(
        oneOf(presetNames),
        'The purpose of the crawl: other defaults for the settings that it needs. Settings that are given are stronger.',
      ),
      profile: setting(
        oneOf(profiles),
        'A named way to crawl: defaults of `elements`, `schemes` and `normalization`.',
        specDefaults.profile,
      ),
      elements: setting(
        list(oneOf(linkElements), linkElements.join(', ')).min(1, {
          error: asMessage(allowance('some-of', { names: linkElements })),
        }),
        `Elements whose addresses are links: ${linkElements.join(', ')}.`,
        [...specDefaults.elements],
      ),
      groupBy: setting(
        oneOf(siteGroups),
        'What a site of the Web fragment is: a host, or a registrable domain.',
        specDefaults.groupBy,
      ),
      durability: setting(
        oneOf(durabilities),
        '`safe`: the crawl survives a failure of the power. `fast`: it may have to begin anew then; only on one machine.',
        specDefaults.durability,
      ),
      traverse: setting(
        list(pattern, 'regular expressions'),
        'Regular expressions (RE2); pages whose URL matches one of them are clicked through in a browser.',
      ),
      traverseOptions: traverseOptionsSchema.optional(),
      render: setting(
        oneOf(renderModes),
        '`always`: a page is the document that its scripts make of it in a browser. `auto`: only if this brings links. `never`: a page is what was sent. Only on one machine.',
        specDefaults.render,
      ),
    },
    {
      error: asMessage(
        allowance('mapping', { of: 'of settings, for example `sites: [{ url: https://example.org/ }]`' }),
      ),
    },
  )
  .meta({ title: 'Orbweaver crawl spec' });

/** A spec as one source gives it: any part may be missing. */
export type CrawlSpec = z.infer<typeof crawlSpecSchema>;

export const specKeys: readonly string[] = Object.keys(crawlSpecSchema.shape);
export const siteKeys: readonly string[] = Object.keys(site.shape);

/** The spec as JSON Schema (2020-12), for editors and other programs; kept in `shared/crawl-spec.schema.json`. */
export function crawlSpecJsonSchema(): unknown {
  return z.toJSONSchema(crawlSpecSchema, { io: 'input' });
}

/** The fault of an include or exclude expression; `undefined` if it can be used. */
export function patternFault(expression: string): string | undefined {
  try {
    RE2JS.compile(expression);
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return error.message.replace('error parsing regexp: ', '');
    throw error;
  }
}
