import { xmlText } from '../../../files/xml-text.ts';
import { arcsTo, type Fragment, type FragmentSite, type SiteArc, shownName } from './fragment.ts';

const mostTargets = 24;
const mostAround = 48;
const innerRadius = 170;
const outerRadius = 330;

interface Spot {
  readonly site: FragmentSite;
  readonly angle: number;
  readonly x: number;
  readonly y: number;
}

/** The site-level graph as SVG: target sites on a circle, around them those of the accompanying set, the first of each. */
export function fragmentPicture({ sites, arcs, targets }: Fragment) {
  const inner = onCircle(sites.slice(0, Math.min(targets, mostTargets)), targets === 1 ? 0 : innerRadius, 0);
  const around = sites.slice(targets, targets + mostAround);
  const shown = new Set([...inner.map(({ site }) => site.id), ...around.map(({ id }) => id)]);
  const lines = [...shown].flatMap(target => [...arcsTo(arcs, target)].filter(({ source }) => shown.has(source)));
  const outer = onCircle(nearTheirSources(around, inner, lines), outerRadius, 0.5);
  const spots = new Map([...inner, ...outer].map(spot => [spot.site.id, spot]));
  const svg = `<svg viewBox="-500 -500 1000 1000" role="img" aria-labelledby="picture-title">
<title id="picture-title">Sites of the fragment and the links between them</title>
<g class="lines">
${lines.map(arc => line(arc, spots)).join('')}</g>
${outer.map(accompanyingSite).join('')}${inner.map(targetSite).join('')}</svg>
`;
  return { svg, targets: inner.length, accompanying: outer.length };
}

/** Evenly, from the top on; `shift` is a part of the step, so that circles of few sites do not form one line. */
function onCircle(sites: readonly FragmentSite[], radius: number, shift: number): Spot[] {
  return sites.map((site, index) => {
    const angle = (2 * Math.PI * (index + shift)) / sites.length - Math.PI / 2;
    return { site, angle, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** Sorted by the direction in which the sites lie that link to them, so that lines cross less. */
function nearTheirSources(
  around: readonly FragmentSite[],
  inner: readonly Spot[],
  lines: readonly SiteArc[],
): FragmentSite[] {
  const spots = new Map(inner.map(spot => [spot.site.id, spot]));
  const sums = new Map(around.map(({ id }) => [id, { x: 0, y: 0 }]));
  for (const { source, target } of lines) {
    const [sum, spot] = [sums.get(target), spots.get(source)];
    if (sum === undefined || spot === undefined) continue;
    sum.x += spot.x;
    sum.y += spot.y;
  }
  // Counted from the top, as the circles begin there.
  const direction = ({ id }: FragmentSite): number => {
    const { x, y } = sums.get(id)!;
    return Math.round(1000 * ((Math.atan2(y, x) + 2.5 * Math.PI) % (2 * Math.PI)));
  };
  return around.toSorted((a, b) => direction(a) - direction(b) || a.id - b.id);
}

function line({ source, target, links }: SiteArc, spots: ReadonlyMap<number, Spot>): string {
  const [from, to] = [spots.get(source)!, spots.get(target)!];
  const width = (0.5 + Math.log2(1 + links) / 3).toFixed(1);
  return `<line x1="${round(from.x)}" y1="${round(from.y)}" x2="${round(to.x)}" y2="${round(to.y)}" stroke-width="${width}"/>\n`;
}

function accompanyingSite({ site, angle, x, y }: Spot): string {
  const degrees = (angle * 180) / Math.PI;
  const isLeft = degrees > 90;
  const turn = round(isLeft ? degrees + 180 : degrees);
  const anchor = isLeft ? ' text-anchor="end"' : '';
  const label = `<text x="${isLeft ? -14 : 14}" y="4" transform="translate(${round(x)} ${round(y)}) rotate(${turn})"${anchor}>${labelOf(site)}</text>`;
  return `<g class="${site.group}"><circle cx="${round(x)}" cy="${round(y)}" r="${radiusOf(site)}">${hint(site)}</circle>${label}</g>\n`;
}

function targetSite({ site, x, y }: Spot): string {
  const label = `<text x="${round(x)}" y="${round(y - 14)}" text-anchor="middle">${labelOf(site)}</text>`;
  return `<g class="target"><circle cx="${round(x)}" cy="${round(y)}" r="9">${hint(site)}</circle>${label}</g>\n`;
}

function radiusOf({ inLinks }: FragmentSite): string {
  return Math.min(9, 3 + Math.log2(1 + inLinks) / 2).toFixed(1);
}

function hint({ site, name, tags, inLinks, inSites }: FragmentSite): string {
  const shown = name === '' ? site : `${name} (${site})`;
  const kinds = tags === '' ? '' : ` [${tags}]`;
  return `<title>${xmlText(shown + kinds)}: ${inLinks} links from ${inSites} sites</title>`;
}

function labelOf(site: FragmentSite): string {
  const text = site.shortName === '' ? shownName(site) : site.shortName;
  return xmlText(text.length > 22 ? `${text.slice(0, 21)}…` : text);
}

/** Tenths; no -0. */
function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
