import {
  type LinkFilter,
  type LinkKind,
  type LinkSort,
  type LinkStatus,
  linkSorts,
  linkStatuses,
} from '../../../shared/domain/link-rows.ts';
import { type LinkType, linkTypes } from '../../../shared/domain/link-type.ts';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { isTrue, oneOf } from './choices.ts';
import { Problem } from './problem.ts';
import { siteNumber } from './site-number.ts';

type Query = Readonly<Record<string, string | undefined>>;

const mostText = 500;
const mostLevel = 1_000_000;

/** Which links a query of an address requests. Throws `Problem`. */
export function linkFilterOf({ site, text, domain, level, status, type, deleted }: Query, kind: LinkKind): LinkFilter {
  demandShort('text', text);
  demandShort('domain', domain);
  return {
    ...(site !== undefined && { site: siteNumber(site) }),
    ...(text !== undefined && text !== '' && { text }),
    ...(domain !== undefined && domain !== '' && { domain: domain.toLowerCase() }),
    ...(level !== undefined && { level: levelOf(level) }),
    ...(status !== undefined && { status: statusOf(status, kind) }),
    ...(type !== undefined && { type: typeOf(type) }),
    ...(isTrue('deleted', deleted) && { deleted: true }),
  };
}

function demandShort(field: string, text = ''): void {
  if (text.length <= mostText) return;
  throw new Problem(400, [refusedValue(field, text.length, allowance('text-length', { most: mostText }))]);
}

function levelOf(text: string): number {
  const level = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (level <= mostLevel) return level;
  throw new Problem(400, [refusedValue('level', text, allowance('level', { most: mostLevel }))]);
}

function statusOf(text: string, kind: LinkKind): LinkStatus {
  if (kind === 'internal') return oneOf('status', text, linkStatuses);
  throw new Problem(400, [refusedValue('status', text, allowance('no-status'))]);
}

function typeOf(text: string): LinkType {
  return oneOf('type', text, linkTypes);
}

/** By what links are sorted; undefined: by their keys. Throws `Problem`. */
export function linkSortOf({ sort }: Query, kind: LinkKind): LinkSort | undefined {
  return sort === undefined ? undefined : oneOf<LinkSort>('sort', sort, linkSorts[kind]);
}
