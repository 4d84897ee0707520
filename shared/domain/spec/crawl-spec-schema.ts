import { RE2JS, RE2JSSyntaxException } from 're2js';
import * as z from 'zod';
import { linkElements } from '../html/link-element.ts';
import { instantOf } from '../instant.ts';
import { allowance, asMessage } from '../refusal/refusal.ts';
import { directiveNames, purposes } from '../robots/preferences.ts';
import { siteScopes } from '../url/site-scope.ts';
import * as known from './crawl-spec.ts';
import { extractSchema } from './extract-schema.ts';
import { described, oneOf, settingsOf, trueFalse, wholeNumber } from './fields/field-values.ts';
import { normalizationSchema } from './normalization-schema.ts';
import { ruleOptionLimits } from './rule-option-limits.ts';
import { ruleNames } from './rules.ts';
import { parseSiteAddress } from './site-address.ts';
import { traverseDefaults } from './traverse-options.ts';

const million = 1_000_000;
const wordError = asMessage(allowance('line', { most: 64 }));

const wordsError = asMessage(allowance('list', { of: 'words' }));
const word = z
  .string({ error: wordError })
  .min(1, { error: wordError })
  .max(64, { error: wordError })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: wordError });

/** Options of a traversal (docs/design/browser.md, "Clicking through a page"). */
const traverseOptionsSchema = z.strictObject(
  settingsOf(
    {
      clicks: wholeNumber(0, 10 * million, 'presses'),
      untilKnown: wholeNumber(0, million, 'known addresses in a row'),
      wholeLists: trueFalse,
      neverPress: z.array(word, { error: wordsError }).max(1_000, { error: wordsError }),
      pairs: wholeNumber(0, 10_000, 'pairs'),
      fruitless: wholeNumber(1, 1_000, 'presses'),
      history: wholeNumber(1, 10, 'presses'),
      tries: wholeNumber(1, 100, 'ways'),
      states: wholeNumber(1, 5_000, 'states'),
      buttons: wholeNumber(1, 5_000, 'buttons'),
      loadMs: wholeNumber(0, 600_000, 'milliseconds'),
      windowMs: wholeNumber(1, 60_000, 'milliseconds'),
      idleMs: wholeNumber(0, 600_000, 'milliseconds'),
    },
    traverseDefaults,
    'traverseOptions.',
  ),
  {
    error: asMessage(allowance('mapping', { of: 'of options of traversals to values, for example { clicks: 100 }' })),
  },
);

/** A whole number from 1 on; `unit` names its unit. */
function count(option: keyof typeof known.specDefaults.ruleOptions, unit: string) {
  return wholeNumber(1, ruleOptionLimits[option], unit);
}

/** Options of the rules that distribute a page budget (docs/design/budgets.md, "Sharing a page budget"). */
const ruleOptionsSchema = z.strictObject(
  settingsOf(
    {
      gittinsN: count('gittinsN', 'pages of each step'),
      ucbM: count('ucbM', 'pages of each site'),
      quantumSeconds: count('quantumSeconds', 'seconds of each site'),
      grant: count('grant', 'pages of one grant'),
      inFlight: count('inFlight', 'grants under way at once'),
    },
    known.specDefaults.ruleOptions,
    'ruleOptions.',
  ),
  { error: asMessage(allowance('mapping', { of: 'of options of rules to numbers, for example { gittinsN: 10 }' })) },
);

/*
 * The one schema of a crawl's spec, for command line, environment, file and API, published as
 * `shared/crawl-spec.schema.json`. Every message is an `Allowance` (`refusal.ts`). It fills in no defaults, so that
 * `resolve-spec.ts` can merge several sources first.
 */

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

const delayMs = wholeNumber(0, 3.6 * million, 'milliseconds between the starts of two downloads');
const maxDownloads = wholeNumber(1, 256, 'downloads at the same time');
/** Below 0.5, texts with only their menus in common would agree. */
const nearest = { least: 0.5, most: 1 };
const timeoutSeconds = wholeNumber(1, known.longestTimeoutSeconds, 'seconds to the first byte of an answer');
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
const knownFormats = known.builtInParts.formats.join(', ');

const hosts = list(siteHost, 'hosts and address prefixes').max(1000, {
  error: asMessage(allowance('list-of-most', { most: 1000, of: 'hosts' })),
});

const tagText = asMessage(allowance('tag'));

const tag = line(64, tagText).regex(/^[^,;|]+$/, { error: tagText });

const site = z.strictObject(
  {
    ...described({ url: startAddress }, 'sites.'),
    ...settingsOf(
      {
        name: line(200),
        shortName: line(64),
        tags: list(tag, 'tags').max(20, { error: asMessage(allowance('list-of-most', { most: 20, of: 'tags' })) }),
        number: wholeNumber(1, million * 10, 'number of the site'),
        delayMs: delayMs,
        maxDownloads: maxDownloads,
        maxLevel: maxLevel,
        userAgent: userAgent,
        limit: pages('pages of this site'),
        hosts: hosts,
      },
      {},
      'sites.',
    ),
  },
  { error: asMessage(allowance('mapping', { of: 'with `url`' })) },
);

export const crawlSpecSchema = z
  .strictObject(
    settingsOf(
      {
        sites: list(site, 'sites, each with `url`'),
        name: line(200),
        delayMs: delayMs,
        maxDownloads: maxDownloads,
        timeoutSeconds: timeoutSeconds,
        retries: retries,
        maxPageBytes: maxPageBytes,
        maxLevel: maxLevel,
        limit: pages('pages in all'),
        siteLimit: pages('pages per site'),
        timeLimitSeconds: wholeNumber(1, 31_536_000, 'seconds'),
        include: list(pattern, 'regular expressions'),
        exclude: list(pattern, 'regular expressions'),
        userAgent: userAgent,
        contact: contact,
        acceptLanguage: acceptLanguage,
        robots: line(64),
        purpose: oneOf(purposes),
        heed: list(oneOf(directiveNames), directiveNames.join(', ')),
        duplicates: oneOf(['merge', 'keep']),
        frames: trueFalse,
        noCookies: trueFalse,
        allLinks: trueFalse,
        checkExternal: trueFalse,
        richFiles: trueFalse,
        nearDuplicates: z
          .number({ error: asMessage(allowance('range', nearest)) })
          .min(nearest.least, { error: asMessage(allowance('range', nearest)) })
          .max(nearest.most, { error: asMessage(allowance('range', nearest)) }),
        warc: trueFalse,
        fromWarc: list(line(4096), 'WARC files'),
        archiveDate: z
          .string({ error: asMessage(allowance('bad-day')) })
          .refine(text => Number.isFinite(instantOf(text)), { error: asMessage(allowance('bad-day')) }),
        since: line(4096),
        sitemaps: oneOf(known.sitemapModes),
        extract: extractSchema,
        schemes: oneOf(known.siteSchemes),
        scope: oneOf(siteScopes),
        hosts: hosts,
        normalization: normalizationSchema,
        allowHosts: list(hostWithPort, 'name:port'),
        formats: list(
          line(64, asMessage(allowance('one-of', { names: known.builtInParts.formats }))),
          `formats: ${knownFormats}`,
        ).min(1, { error: asMessage(allowance('some-of', { names: known.builtInParts.formats })) }),
        finish: names('finish conditions'),
        writers: names('result writers'),
        analyzers: names('page analyzers'),
        applications: names('applications'),
        plugins: list(line(4096), 'modules'),
        patternLimit: pages('pages per pattern of an address'),
        extensions: list(extension, 'extensions'),
        rule: oneOf([...ruleNames, 'auto']),
        ruleOptions: ruleOptionsSchema,
        order: oneOf(known.pageOrders),
        topic: oneOf(known.topics),
        preset: oneOf(known.presetNames),
        profile: oneOf(known.profiles),
        elements: list(oneOf(linkElements), linkElements.join(', ')).min(1, {
          error: asMessage(allowance('some-of', { names: linkElements })),
        }),
        groupBy: oneOf(known.siteGroups),
        durability: oneOf(known.durabilities),
        traverse: list(pattern, 'regular expressions'),
        traverseOptions: traverseOptionsSchema,
        render: oneOf(known.renderModes),
      },
      known.specDefaults,
    ),
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
