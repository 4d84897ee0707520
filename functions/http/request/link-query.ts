import { defined } from '../../../shared/domain/defined.ts';
import * as Links from '../../../shared/domain/link-rows.ts';
import { linkTypes } from '../../../shared/domain/link-type.ts';
import { oneOf } from '../../../shared/domain/refusal/read-values.ts';
import { allowance, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import { choice, field, order, site, text, toggle, type ValuesOf, wholeFrom } from './fields.ts';
import { Problem } from './problem.ts';

const mostText = 500;
const mostLevel = 1_000_000;

/** The filters for links of any kind. */
export const linkFilter = {
  site,
  text: text('Part of the address or text.', mostText),
  domain: text('Host of the address, or a domain above it.', mostText),
  level: field('Level of the link, or of its page.', wholeFrom(0), (_, given) => levelOf(given)),
  type: choice('Of internal and external links of pages that a browser has loaded.', linkTypes),
  deleted: toggle('Those that were deleted, instead of all others.'),
};

/** The further parameters of a list of links of one kind. */
export const linkOrder = {
  status: choice('Of internal links.', Links.linkStatuses),
  /** Each kind of links has its own: `linkSortOf` refuses the others. */
  sort: field(
    'By what the links are sorted, those without a value last; else by site and key.',
    { enum: [...new Set(Object.values(Links.linkSorts).flat())] },
    (_, given) => given,
  ),
  order: order('Of `sort`; `asc` unless given.'),
};

/** Which links a query of an address requests. Throws `Problem`. */
export function linkFilterOf(
  {
    domain,
    deleted,
    status,
    ...query
  }: ValuesOf<typeof linkFilter> & { readonly status?: Links.LinkStatus | undefined },
  kind: Links.LinkKind,
): Links.LinkFilter {
  if (status !== undefined && kind !== 'internal')
    throw new Problem(400, [refusedValue('status', status, allowance('no-status'))]);
  const { site: number, text: part, level, type } = query;
  return {
    ...defined({ site: number, text: part, domain: domain?.toLowerCase(), level, status, type }),
    ...(deleted && { deleted }),
  };
}

function levelOf(given: string): number {
  const level = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (level <= mostLevel) return level;
  throw new Problem(400, [refusedValue('level', given, allowance('level', { most: mostLevel }))]);
}

/** By what links are sorted; undefined: by their keys. Throws `Problem`. */
export function linkSortOf(sort: string | undefined, kind: Links.LinkKind): Links.LinkSort | undefined {
  return sort === undefined ? undefined : oneOf<Links.LinkSort>('sort', sort, Links.linkSorts[kind]);
}
