import { hash } from 'node:crypto';
import type { Outcome } from '../../shared/domain/protocol/crawl-state.ts';
import { seededRandom } from '../adaptive/seeded-random.ts';

/** A site that is a function of two numbers: every page of it is computed when it is requested. */
export interface GeneratedGraph {
  readonly pages: number;
  readonly linksPerPage: number;
}

export const origin = 'https://generated.example';

const mostLevels = 8;
const pagesPerFolder = 100;
/** Of the links of a page: to the first pages of the site, and to pages with numbers near its own; the rest leads anywhere. */
const navigationShare = 0.3;
const nearShare = 0.5;
const externalsPerPage = 3;
const externalHosts = 5_000;

/**
 * Children with which a tree of this size is eight levels deep at most. Pages are numbered like a heap: the children of p are
 * p·b + 1 … p·b + b, and no link leads beyond the last child, so the level of a page is its depth in the tree.
 */
export function branchingOf(pages: number): number {
  for (let branching = 2; ; branching += 1)
    if ((branching ** (mostLevels + 1) - 1) / (branching - 1) >= pages) return branching;
}

export function urlOf(page: number): string {
  if (page === 0) return `${origin}/`;
  return `${origin}/section-${Math.floor(page / pagesPerFolder)}/article-about-subject-${page}.html`;
}

/** A file that links lead to and nobody requests. */
export function fileOf(page: number): string {
  return `${origin}/files/report-${page}.pdf`;
}

/** Whether the page links to its own file. */
export function hasFileOf(page: number): boolean {
  return page % 100 === 10;
}

/** A spelling of a page's address that normalization joins with it. */
export function spellingOf(page: number): string {
  return `${urlOf(page)}?utm_source=letter`;
}

/** Pages without children may be something else than nodes: the page before them is a node. */
export function outcomeOf({ pages }: GeneratedGraph, page: number): Outcome {
  const isLeaf = page * branchingOf(pages) + 1 >= pages;
  const place = isLeaf ? page % 100 : 0;
  if (place === 50) return { kind: 'redirect', status: 301, target: urlOf(page - 1) };
  if (place === 70) return { kind: 'duplicate', hash: hash('sha256', String(page - 1)), owner: urlOf(page - 1) };
  if (place === 80 || place === 81) return { kind: 'skipped', reason: 'http-status', status: 404 };
  return { kind: 'node', hash: hash('sha256', String(page)) };
}

export interface PageLinks {
  /** Numbers of pages, every occurrence, in the order of the page. */
  readonly internal: readonly number[];
  /** Numbers of external addresses. */
  readonly external: readonly number[];
}

/** The links of a node. Its children are among them, so that each page is found on its parent first. */
export function linksOf({ pages, linksPerPage }: GeneratedGraph, page: number): PageLinks {
  const random = seededRandom(page + 1);
  const branching = branchingOf(pages);
  const firstChild = page * branching + 1;
  const reachable = Math.min(pages, firstChild + branching);
  const internal: number[] = [];
  const navigation = Math.min(reachable, Math.floor(linksPerPage * navigationShare));
  for (let each = 0; each < navigation; each += 1) internal.push(each);
  for (let child = firstChild; child < reachable; child += 1) internal.push(child);
  const near = Math.floor(linksPerPage * nearShare);
  for (let each = 0; each < near; each += 1) internal.push(within(page - (near >> 1) + each, reachable));
  while (internal.length < linksPerPage) internal.push(Math.floor(random() * reachable));
  const external = Array.from({ length: externalsPerPage }, () => Math.floor(random() * pages));
  return { internal, external };
}

export function externalOf(number: number): string {
  return `https://host-${number % externalHosts}.example/library/document-${number}`;
}

function within(page: number, reachable: number): number {
  return ((page % reachable) + reachable) % reachable;
}
