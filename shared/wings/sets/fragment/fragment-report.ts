import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { number, type ReportColumn, reportEnd, reportHead, reportTable } from '../../../files/html-report.ts';
import {
  arcsOf,
  arcsTo,
  type Fragment,
  type FragmentSite,
  type LinkGroup,
  linkGroups,
  type SiteArc,
  type SiteArcs,
} from './fragment.ts';
import { fragmentPicture } from './fragment-picture.ts';
import { howCounted } from './report-parts.ts';

const mostTargets = 200;
const mostSites = 25;
const sitesFile = 'sites.csv';
const linksFile = 'links.csv';

/**
 * `fragment/report.html`: the fragment on one page that requests nothing else, has no scripts and no dates. However large
 * the fragment, it shows the first rows of each list and says how many more there are.
 */
export function fragmentReport(fragment: Fragment, groupBy: ResolvedSpec['groupBy']): string {
  const figures = fragmentFigures(fragment);
  const body = `${summary(fragment, figures)}
<h2>Target set</h2>
${targetTable(fragment)}
<h2>Accompanying set</h2>
${groupTable(figures)}<div class="side">
${groupSites(fragment)}</div>
<h2>Site-level graph</h2>
${picture(fragment)}
<div class="side">
${linkTable(fragment)}${componentTable(fragment)}</div>
<h2>Strongest sites</h2>
<div class="side">
${rankings(fragment)}</div>
<h2>How it was counted</h2>
${howCounted(groupBy)}
`;
  return reportHead('Web fragment') + body + reportEnd;
}

function summary({ sites, targets, crawled, components }: Fragment, figures: FragmentFigures): string {
  const facts: readonly (readonly [string, number])[] = [
    ['Target sites', targets],
    ['of these, sites that gave at least one page (K)', crawled],
    ['Accompanying sites', figures.accompanying],
    ['Sites in all', sites.length],
    ['Links between sites (distinct addresses)', figures.links],
    ['Linked pairs of sites', figures.pairs],
    ['Linked pairs of target sites', figures.targetPairs],
    ['Pairs of target sites that link to each other', figures.mutualPairs],
    ['Density of the target set', figures.targetDensity],
    ['Density of the fragment', figures.density],
    ['Weakly connected components', components.length],
  ];
  return `<dl>\n${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${number(value)}</dd></div>\n`).join('')}</dl>\n`;
}

function targetTable({ sites, targets }: Fragment): string {
  const rows = sites.slice(0, targets);
  const columns: readonly ReportColumn<FragmentSite>[] = [
    ['Site', siteText],
    ...givenColumns(rows),
    ['Pages', ({ pages }) => pages],
    ['In-degree', ({ inSites }) => inSites],
    ['Out-degree', ({ outSites }) => outSites],
    ['Links in', ({ inLinks }) => inLinks],
    ['Links out', ({ outLinks }) => outLinks],
    ['Mutual', ({ mutual }) => mutual],
    ['PageRank', ({ pageRank }) => pageRank],
    ['Hub', ({ hub }) => hub],
    ['Authority', ({ authority }) => authority],
    ['Component', ({ component }) => component],
  ];
  return reportTable({ caption: 'Sites that were crawled', columns, rows, most: mostTargets, all: sitesFile });
}

/** The columns of the list of sites beside names; nothing if it has only addresses. */
function givenColumns(rows: readonly FragmentSite[]): readonly ReportColumn<FragmentSite>[] {
  if (rows.every(({ name, tags }) => name === '' && tags === '')) return [];
  const hasTags = rows.some(({ tags }) => tags !== '');
  return [
    ['Number', ({ number }) => number],
    ['Short name', ({ shortName, name }) => (shortName === name ? '' : shortName)],
    ...(hasTags ? [['Tags', ({ tags }: FragmentSite) => tags] as const] : []),
  ];
}

function groupTable({ groups }: FragmentFigures): string {
  return reportTable({
    caption: 'Groups by connectivity',
    columns: [
      ['Group', ({ group }) => `linked from ${groupWords[group]}`],
      ['Sites', ({ sites }) => sites],
      ['Links', ({ links }) => links],
      ['Pages that link', ({ pages }) => pages],
    ],
    rows: groups,
    most: groups.length,
    all: sitesFile,
  });
}

const groupWords = { all: 'all K', several: 'several', one: 'one' } as const;

function groupSites({ sites }: Fragment): string {
  const groups = Map.groupBy(sites, ({ group }) => group);
  return (['all', 'several', 'one'] as const)
    .map(group => ({ group, rows: groups.get(group) ?? [] }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ group, rows }) =>
      reportTable({
        caption: `Linked from ${groupWords[group]}`,
        columns: [['Site', siteText], ...inColumns],
        rows,
        most: mostSites,
        all: sitesFile,
      }),
    )
    .join('');
}

const inColumns: readonly ReportColumn<FragmentSite>[] = [
  ['In-degree', ({ inSites }) => inSites],
  ['Links in', ({ inLinks }) => inLinks],
  ['Pages that link', ({ inPages }) => inPages],
  ['PageRank', ({ pageRank }) => pageRank],
];

function picture(fragment: Fragment): string {
  const { svg, targets, accompanying } = fragmentPicture(fragment);
  const shown = `${number(targets)} of ${number(fragment.targets)} target sites and ${number(accompanying)} of ${number(
    fragment.sites.length - fragment.targets,
  )} accompanying ones`;
  return `<figure>
${svg}<figcaption>${shown}. Inside: target sites. Around them: sites linked from <span class="all">all</span>, <span class="several">several</span> or <span class="one">one</span> of them; a thicker line is more links. The whole graph is in <code>fragment.gexf</code> and <code>fragment.graphml</code>.</figcaption>
</figure>
`;
}

function linkTable({ sites, arcs }: Fragment): string {
  const columns: readonly ReportColumn<SiteArc>[] = [
    ['From', ({ source }) => siteText(sites[source]!)],
    ['To', ({ target }) => siteText(sites[target]!)],
    ['Links', ({ links }) => links],
    ['Pages', ({ pages }) => pages],
  ];
  return reportTable({
    caption: 'Strongest links',
    columns,
    rows: strongestArcs(arcs, mostSites),
    most: mostSites,
    total: arcs.sources.length,
    all: linksFile,
  });
}

function componentTable({ sites, components }: Fragment): string {
  const firsts = new Map<number, FragmentSite>();
  for (const site of sites) if (!firsts.has(site.component)) firsts.set(site.component, site);
  return reportTable({
    caption: 'Weakly connected components',
    columns: [
      ['Component', ({ component }) => component],
      ['Sites', ({ component }) => components[component - 1]!],
      ['First site', siteText],
    ],
    rows: components.map((_, index) => firsts.get(index + 1)!),
    most: mostSites,
    all: sitesFile,
  });
}

function rankings({ sites }: Fragment): string {
  const measures = [
    ['PageRank', ({ pageRank }) => pageRank],
    ['In-degree', ({ inSites }) => inSites],
    ['Authority', ({ authority }) => authority],
    ['Hub', ({ hub }) => hub],
  ] as const satisfies readonly (readonly [string, (site: FragmentSite) => number])[];
  return measures
    .map(([name, of]) =>
      reportTable({
        caption: `By ${name}`,
        columns: [
          ['Site', siteText],
          ['Kind', ({ kind }) => kind],
          [name, of],
        ],
        rows: sites.filter(site => of(site) > 0).sort((a, b) => of(b) - of(a) || a.id - b.id),
        most: mostSites,
        all: name === 'Hub' || name === 'Authority' ? 'fragment.graphml' : sitesFile,
      }),
    )
    .join('');
}

/** Those with the most links, of equal ones the first; never more than a few times `most` are held. */
function strongestArcs(arcs: SiteArcs, most: number): SiteArc[] {
  let found: SiteArc[] = [];
  for (const arc of arcsOf(arcs)) {
    found.push(arc);
    if (found.length === 4 * most) found = strongest(found, most);
  }
  return strongest(found, most);
}

/** The sort is stable, and arcs come in their order. */
function strongest(arcs: readonly SiteArc[], most: number): SiteArc[] {
  return arcs.toSorted((a, b) => b.links - a.links).slice(0, most);
}

/** Sums that describe a fragment as a whole. */
interface FragmentFigures {
  readonly accompanying: number;
  /** Pairs of sites, one of which links to the other. */
  readonly pairs: number;
  /** Such pairs of target sites. */
  readonly targetPairs: number;
  /** Pairs of target sites that link to each other. */
  readonly mutualPairs: number;
  readonly links: number;
  /** Part of the possible pairs that are linked: of crawled target sites, and of links from these to any site. */
  readonly targetDensity: number;
  readonly density: number;
  readonly groups: readonly GroupFigures[];
}

interface GroupFigures {
  readonly group: LinkGroup;
  readonly sites: number;
  readonly links: number;
  readonly pages: number;
}

function fragmentFigures({ sites, arcs, targets, crawled }: Fragment): FragmentFigures {
  const between = sites.slice(0, targets).flatMap(({ id }) => [...arcsTo(arcs, id)]);
  const keys = new Set(between.map(({ source, target }) => source * sites.length + target));
  const mutual = between.filter(({ source, target }) => keys.has(target * sites.length + source));
  const ofCrawled = between.filter(({ target }) => sites[target]!.pages > 0);
  const pairs = arcs.sources.length;
  return {
    accompanying: sites.length - targets,
    pairs,
    targetPairs: between.length,
    mutualPairs: mutual.length / 2,
    links: arcs.links.reduce((sum, links) => sum + links, 0),
    targetDensity: part(ofCrawled.length, crawled * (crawled - 1)),
    density: part(pairs, crawled * (sites.length - 1)),
    groups: linkGroups.map(group => groupFigures(group, sites)),
  };
}

function groupFigures(group: LinkGroup, sites: readonly FragmentSite[]): GroupFigures {
  const figures = { group, sites: 0, links: 0, pages: 0 };
  for (const site of sites) {
    if (site.group !== group) continue;
    figures.sites += 1;
    figures.links += site.inLinks;
    figures.pages += site.inPages;
  }
  return figures;
}

function part(of: number, whole: number): number {
  return whole > 0 ? of / whole : 0;
}

/** With its name, where it has one. */
function siteText({ site, name }: FragmentSite): string {
  return name === '' ? site : `${name} (${site})`;
}
