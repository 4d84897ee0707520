import { refusalOfSkip } from '../../../domain/protocol/refusal-class.ts';
import { columnsOf } from '../../../files/column.ts';
import type { BadLink, ExternalLink, LevelCount, Merge, SkippedUrl } from '../site-graph/graph.ts';
import { levelMeaning } from './node-columns.ts';

/** Of each table with the column Class. */
export const refusalMeaning =
  '`wall`, `refused`, `payment`, `gone` or `error` ([classes](../formats/tables.md#classes-of-refusals)); empty: none';

/** A row per distinct address, first seen first. */
export const externalColumns = columnsOf<ExternalLink>([
  ['Url', 'string', 'normalized address of another site', link => link.url],
  ['Page', 'string', 'Url of the first page, in page order, that links to it', link => link.page],
  ['Level', 'integer', 'level of that page', link => link.level],
  ['Anchor', 'string', 'text of the link there', link => link.anchor],
  ['Occurrences', 'integer', 'links to the address in all pages', link => link.occurrences],
]);

/** Of crawls that load pages in a browser. */
export const externalTypeColumn = columnsOf<ExternalLink>([
  ['LinkType', 'string', '`html`, `script` or `click`: the first that any link has', link => link.type],
]);

export const badLinkColumns = columnsOf<BadLink>([
  ['Text', 'string', 'the address as it is in the page', link => link.text],
  ['Page', 'string', 'Url of the first page, in page order, that has it', link => link.page],
  ['Level', 'integer', 'level of that page', link => link.level],
  ['Reason', 'string', '`unparsable`, `script` or `data`', link => link.reason],
  ['Occurrences', 'integer', 'links with this text in all pages', link => link.occurrences],
]);

export const mergeColumns = columnsOf<Merge>([
  ['Url', 'string', 'address that is no node, because another replaces it', merge => merge.url],
  ['Kind', 'string', '`redirect`, `duplicate` or `normalized`', merge => merge.kind],
  ['KeptUrl', 'string', 'the address in its place', merge => merge.keptUrl],
  ['Evidence', 'string', 'status of the redirect, content hash, or names of the rules', merge => merge.evidence],
  ['Address', 'string', 'of the kind `normalized`: the address of the link', merge => merge.address],
]);

export const skippedColumns = columnsOf<SkippedUrl>([
  ['Url', 'string', 'normalized address that is neither node nor merged', url => url.url],
  ['Level', 'integer', levelMeaning, url => url.level],
  ['FoundOn', 'string', 'first page, in page order, that links to it', url => url.foundOn],
  ['Reason', 'string', 'a [skip reason](../formats/tables.md#skip-reasons)', url => url.reason],
  ['Status', 'integer', 'of the last answer; empty if there was none', url => url.status],
  ['Attempts', 'integer', 'requests made; 0: never requested', url => url.attempts],
  ['Class', 'string', refusalMeaning, ({ reason, status }) => refusalOfSkip(reason, status)],
  ['Detail', 'string', 'the service of a wall; the price of a 402; the wish of a preference', url => url.detail],
]);

export const levelColumns = columnsOf<LevelCount>([
  ['Level', 'integer', 'clicks from the start page', count => count.level],
  ['Found', 'integer', 'Nodes + Redirects + Duplicates + Skipped', count => count.found],
  ['Nodes', 'integer', 'pages', count => count.nodes],
  ['Redirects', 'integer', 'addresses that redirect', count => count.redirects],
  ['Duplicates', 'integer', 'addresses with the content of another', count => count.duplicates],
  ['Skipped', 'integer', 'addresses that gave no page', count => count.skipped],
  ['Normalized', 'integer', 'rows of this kind in `merges.csv`; no part of Found', count => count.normalized ?? 0],
]);
