import * as z from 'zod';
import { sha256Pattern } from '../packed-bytes.ts';
import { LinkMeaning, LinkMemory, type LinkSite } from '../url/link-meaning.ts';
import type { NormalizationRules } from '../url/normalization-rules.ts';
import type { EarlierPage, KeptPage } from './kept-page.ts';
import type { StartHint } from './start-hints.ts';

/** Most addresses that are remembered. */
const mostRemembered = 500_000;

const text = z.string().max(100_000);
const count = z.int().min(0).max(0xffff_ffff);
const counted = z.int().min(1).max(0xffff_ffff);

const answerSchema = z.strictObject({
  etag: text.optional(),
  lastModified: text.optional(),
  link: text.optional(),
  robots: text.optional(),
  wishes: text.optional(),
  language: text.optional(),
  refresh: text.optional(),
  ignored: z.record(z.string().max(40), counted).optional(),
});

const factsSchema = z.strictObject({
  contentType: text,
  canonical: text.optional(),
  robots: text.optional(),
  hreflang: z.array(text).optional(),
  hints: z
    .array(z.custom<StartHint>(value => typeof value === 'string' && value.length < 600))
    .max(9)
    .optional(),
  language: text.optional(),
  detected: text.optional(),
  lastModified: text.optional(),
  statements: z.array(z.tuple([z.enum(['header', 'meta']), text, text])).optional(),
  markup: z
    .tuple([text, z.string().regex(/^[1-6]{0,100}$/), count, text, text, text.optional(), text.optional()])
    .optional(),
  words: count,
});

/** The page without its links, which `TrustedLinks` checks because they are many. */
const earlierSchema = z.object({
  hash: z.string().regex(sha256Pattern),
  bytes: count,
  answer: answerSchema,
  page: z.object({
    title: z.string(),
    linksDropped: count,
    facts: factsSchema,
    signature: text.optional(),
    fields: z.array(z.string()).optional(),
    hasUnreadFields: z.literal(true).optional(),
  }),
});

/** Checks that links of an earlier crawl's pages are such as a reader writes, because a directory may be untrusted. */
export class TrustedLinks {
  private readonly meaning: LinkMeaning;
  private readonly fieldCount: number;
  private memory = new LinkMemory();
  private readonly internal = new Set<string>();
  private readonly external = new Set<string>();

  /** `fieldCount`: number of columns in `extract` of the spec. */
  constructor(site: LinkSite, rules: NormalizationRules, fieldCount: number) {
    this.meaning = new LinkMeaning(site, rules);
    this.fieldCount = fieldCount;
  }

  isPage(earlier: EarlierPage): boolean {
    if (!earlierSchema.safeParse(earlier).success) return false;
    const { links, fields } = earlier.page;
    if (fields !== undefined && fields.length !== this.fieldCount) return false;
    return this.areInternal(links) && this.areOthers(links) && isDescribed(links);
  }

  private areInternal({ targets, internal, spelled }: KeptPage['links']): boolean {
    const positions = new Map(spelled);
    const shown = new Set<number>();
    for (const [position, target] of internal.entries()) {
      const seen = positions.get(position);
      if (seen === undefined && shown.has(target)) continue;
      shown.add(target);
      if (!this.isInternal(targets[target]!, seen ?? targets[target]!)) return false;
    }
    return true;
  }

  private isInternal(identity: string, seen: string): boolean {
    const key = seen === identity ? identity : `${identity} ${seen}`;
    if (this.internal.has(key)) return true;
    const link = this.linkOf(seen);
    if (link?.kind !== 'internal' || link.identity !== identity || link.seen !== seen) return false;
    remember(this.internal, key);
    return true;
  }

  private areOthers({ externals, bads }: KeptPage['links']): boolean {
    const areExternal = externals.every(
      ([identity, times, anchor]) => this.isExternal(identity) && times > 0 && typeof anchor === 'string',
    );
    return areExternal && bads.every(isBad);
  }

  private isExternal(identity: string): boolean {
    if (this.external.has(identity)) return true;
    const link = this.linkOf(identity);
    if (link?.kind !== 'external' || link.identity !== identity) return false;
    remember(this.external, identity);
    return true;
  }

  private linkOf(address: unknown): ReturnType<LinkMeaning['of']> | undefined {
    const url = typeof address === 'string' ? URL.parse(address) : null;
    if (url === null) return undefined;
    if (this.memory.holdsMoreThan(mostRemembered)) this.memory = new LinkMemory();
    return this.meaning.of(url.href, url, this.memory);
  }
}

function isBad([written, reason, times]: KeptPage['links']['bads'][number]): boolean {
  return typeof written === 'string' && written.length < 1_000 && reasons.includes(reason) && times > 0;
}

const reasons: readonly string[] = ['unparsable', 'script', 'data'];

function isDescribed({ described }: KeptPage['links']): boolean {
  return described === undefined || described.anchors.every(anchor => typeof anchor === 'string');
}

function remember(known: Set<string>, key: string): void {
  if (known.size >= mostRemembered) known.clear();
  known.add(key);
}
