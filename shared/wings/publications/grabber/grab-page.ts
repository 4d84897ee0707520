import { defined } from '../../../domain/defined.ts';
import { pageTree } from '../../../domain/html/page-tree.ts';
import type { TreeNode } from '../../../domain/html/tree-node.ts';
import { PageNodes, RuleTooDear, type XPathNode } from '../../../domain/html/xpath/page-nodes.ts';
import { BadXPath, evaluateXPath, holdsXPath } from '../../../domain/html/xpath/xpath.ts';
import { type Extraction, type ExtractionRequest, extractFromTree } from '../extraction/extract-page.ts';
import type { PageDate } from '../extraction/metadata/page-dates.ts';
import { withoutLabel } from '../extraction/metadata/people-in.ts';
import { behindHeadline } from '../extraction/text/article-blocks.ts';
import { collapsed, pageBlocks } from '../extraction/text/page-blocks.ts';
import { type TextForm, textOfBlocks } from '../extraction/text/text-of-blocks.ts';
import { readDate } from '../times/read-date.ts';
import { zoneOffset } from '../times/zone-names.ts';
import type { FieldRule, GrabberRules, PageType } from './rules/read-rules.ts';
import { publicationFields } from './rules/rules-schema.ts';

/** The results of rules on a page; what they leave open is the automatic extractor's. */
export interface GrabbedPage extends Extraction {
  /** Name of the page type; null if none fits. */
  readonly pageType: string | null;
  /** Fields of the user's own that the page type names; null if the page has nothing there. */
  readonly fields: Readonly<Record<string, string | null>>;
}

export interface GrabRequest extends ExtractionRequest {
  readonly rules: GrabberRules;
}

/**
 * Takes a page apart by rules: the first page type that fits gives its fields. `method` is `grabber` where a rule gave the
 * text. Facts that no rule gives are those of the automatic extractor. Pure, and throws nothing, whatever page and rules.
 */
export function grabPage(request: GrabRequest): GrabbedPage {
  const tree = pageTree(request.html);
  const { extraction, base } = extractFromTree(tree, request);
  const page = new PageNodes(tree.document);
  const grabbed = new Grabbed(extraction, { page, base, request });
  try {
    const type = pageTypeOf(page, request.rules, request.url ?? extraction.canonicalUrl ?? undefined);
    if (type === undefined) return grabbed.without('no-page-type');
    if (extraction.text !== '') return grabbed.ofType(type);
    const named = extractFromTree(tree, { ...request, isNamed: true });
    return new Grabbed(named.extraction, { page, base, request }).ofType(type);
  } catch (error) {
    if (error instanceof RuleTooDear) return grabbed.without('rule-too-dear');
    if (error instanceof BadXPath) return grabbed.without('rule-failed');
    throw error;
  }
}

/** The first page type that fits a page. Throws as `evaluateXPath`. */
function pageTypeOf(page: PageNodes, rules: GrabberRules, address: string | undefined): PageType | undefined {
  return rules.find(
    ({ isAddress, match }) =>
      (isAddress === undefined || (address !== undefined && isAddress(address))) &&
      (match === undefined || holdsXPath(match, page)),
  );
}

interface GrabContext {
  readonly page: PageNodes;
  /** Addresses of the page are relative to it. */
  readonly base: string | undefined;
  readonly request: GrabRequest;
}

class Grabbed {
  readonly #extraction: Extraction;
  readonly #context: GrabContext;

  constructor(extraction: Extraction, context: GrabContext) {
    this.#extraction = extraction;
    this.#context = context;
  }

  /** The result of the automatic extractor, with the reason why no rule gave it. */
  without(warning: Extraction['warnings'][number]): GrabbedPage {
    const { warnings } = this.#extraction;
    return { ...this.#extraction, pageType: null, fields: {}, warnings: [...warnings, warning] };
  }

  ofType(type: PageType): GrabbedPage {
    const facts = this.#facts(type);
    const text = this.#text(type, facts.title ?? this.#extraction.title ?? '');
    const found = Object.fromEntries(Object.entries(facts).filter(([, fact]) => isThere(fact)));
    const sources = Object.fromEntries(Object.keys(found).map(name => [name, 'rule' as const]));
    const automatic = this.#extraction;
    const plain = {
      ...{ ...automatic, ...found },
      ...{ pageType: type.name, fields: this.#ownFields(type) },
      sources: { ...automatic.sources, ...sources },
    };
    if (text === '')
      return type.fields.has('text') ? { ...plain, warnings: [...automatic.warnings, 'no-rule-text'] } : plain;
    const warnings = automatic.warnings.filter(each => each !== 'no-text' && each !== 'text-from-ld');
    return { ...plain, text, warnings, method: 'grabber', confidence: 1, article: true, articleScore: 1 };
  }

  #facts({ fields }: PageType) {
    const line = (name: string) => this.#line(fields.get(name));
    const image = line('image');
    return {
      title: line('title'),
      authors: [...new Set(this.#list(fields.get('authors')).flatMap(withoutLabel))].filter(name => name !== ''),
      published: this.#date(fields.get('published')),
      modified: this.#date(fields.get('modified')),
      section: line('section'),
      tags: this.#list(fields.get('tags')),
      image: image === undefined ? undefined : URL.parse(image, this.#context.base)?.href,
    };
  }

  #text({ fields }: PageType, headline: string): string {
    const rule = fields.get('text');
    if (rule === undefined) return '';
    const { markup = false } = this.#context.request;
    return textsOf(rule, this.#context.page, { markup, headline }).join(rule.join ?? '\n\n');
  }

  #ownFields({ fields }: PageType): Readonly<Record<string, string | null>> {
    const known: readonly string[] = publicationFields;
    const own = [...fields].filter(([name]) => !known.includes(name));
    return Object.fromEntries(own.map(([name, rule]) => [name, this.#ownField(rule) ?? null]));
  }

  #ownField(rule: FieldRule): string | undefined {
    return rule.date === undefined ? this.#line(rule) : this.#date(rule)?.at;
  }

  /** The first value, or all of them where the rule joins them. */
  #line(rule: FieldRule | undefined): string | undefined {
    const values = this.#list(rule);
    return rule?.join === undefined || values.length === 0 ? values[0] : values.join(rule.join);
  }

  #list(rule: FieldRule | undefined): readonly string[] {
    return rule === undefined ? [] : linesOf(rule, this.#context.page);
  }

  #date(rule: FieldRule | undefined): PageDate | undefined {
    if (rule === undefined) return undefined;
    const { zone, language = this.#extraction.language ?? undefined } = rule.date ?? {};
    const reading = { now: this.#context.request.now, ...defined({ language, zone }) };
    const date = readDate(this.#list(rule).join(' '), reading);
    if (date === undefined || date.offset !== null || date.precision === 'day' || zone === undefined)
      return date && { ...date, source: 'rule' };
    // The zone that the rule names is that of the page: neither feed nor clock of the source moves the time then.
    const [east, at] = [(instant: number) => zoneOffset(zone, instant) ?? 0, Date.parse(date.at)];
    return { ...date, offset: east(at + 60_000 * east(at)), source: 'rule' };
  }
}

function isThere(fact: unknown): boolean {
  return fact !== undefined && !(Array.isArray(fact) && fact.length === 0);
}

/** Values of one field. */
const mostValues = 1_000;

/** The values of a field as lines, white space collapsed; none is empty. Throws as `evaluateXPath`. */
function linesOf(rule: FieldRule, page: PageNodes): readonly string[] {
  return valuesOf(rule, page, (node, out) => textOf(node, out, { markup: false }).replace(/\s+/g, ' '));
}

/** The values of a field as texts with paragraphs, lists and tables, without the headline at their beginning. */
function textsOf(
  rule: FieldRule,
  page: PageNodes,
  { headline, ...form }: TextForm & { readonly headline: string },
): readonly string[] {
  return valuesOf(rule, page, (node, out) => textOf(node, out, form, headline));
}

type Reader = (node: TreeNode, out: ReadonlySet<TreeNode>) => string;

function valuesOf(rule: FieldRule, page: PageNodes, read: Reader): readonly string[] {
  const value = evaluateXPath(rule.xpath, page);
  const values =
    typeof value === 'string'
      ? [collapsed(value)]
      : outermost(value)
          .slice(0, mostValues)
          .map(node =>
            node.value === undefined ? read(node.node, droppedIn(node, rule, page)) : collapsed(node.value),
          );
  return values.filter(each => each !== '');
}

/** Without nodes within an element before them. */
function outermost(nodes: readonly XPathNode[]): readonly XPathNode[] {
  let end = 0;
  return nodes.filter(node => {
    if (node.order < end) return false;
    if (node.value === undefined) end = node.end;
    return true;
  });
}

function droppedIn(node: XPathNode, { drop }: FieldRule, page: PageNodes): ReadonlySet<TreeNode> {
  const out = new Set<TreeNode>();
  for (const xpath of drop) {
    const value = evaluateXPath(xpath, page, node);
    if (typeof value !== 'string') for (const each of value) if (each.ownerElement === null) out.add(each.node);
  }
  return out;
}

function textOf(node: TreeNode, out: ReadonlySet<TreeNode>, form: TextForm, headline = ''): string {
  return textOfBlocks(behindHeadline(pageBlocks(node, { out }).blocks, headline), form);
}
