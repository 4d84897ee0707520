import { withoutTracking } from '../../../domain/url/parameters/tracking.ts';

/**
 * The shape of an address, in which parts that differ from publication to publication are replaced: `YYYY` a year, `DATE` a date,
 * `N` another number, `*` a text of several words or a code; other words stay. `/news/2017/09/opened-the-museum.html` is
 * `/news/YYYY/N/*.html`.
 */
export function shapeOf(address: string): string {
  const parsed = URL.parse(address);
  if (parsed === null) return '';
  const url = withoutTracking(parsed);
  const segments = url.pathname.split('/').slice(1, mostSegments).map(segmentShape);
  const query = [...url.searchParams].slice(0, mostSegments).map(([name, value]) => parameterShape(name, value));
  return `/${segments.join('/')}${query.length === 0 ? '' : `?${query.toSorted().join('&')}`}`;
}

/** The shape as it would be if its last name were a text of several words: `/news/snow.html` is `/news/*.html`. */
export function siblingShape(shape: string): string {
  return shape.replace(/[^/?.]+(\.[a-z]{1,6})?(\/?(?:\?.*)?)$/, '*$1$2');
}

/** The shape as it would be if its last name were a number like those beside it: `/archives/2015` is `/archives/N`, if no year. */
export function numberShape(shape: string): string {
  return shape.replace(/YYYY(\/?)$/, 'N$1');
}

/** The shape in the edition of the start page: `/en/archives/N` is `/archives/N`. */
export function withoutEdition(shape: string): string {
  return shape.replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/)/, '');
}

/** The shape of the path alone. */
export function pathShape(shape: string): string {
  return shape.split('?', 1)[0]!;
}

/** The shape with its words replaced too, except for the extension: `/news/N.html` is `/+/N.html`. */
export function generalShape(shape: string): string {
  const [path = '', query] = shape.split('?', 2);
  const general = path
    .split('/')
    .map(part => (part === '' || variable.test(part) ? part : `+${/\.[a-z]{1,6}$/.exec(part)?.[0] ?? ''}`));
  return `${general.join('/')}${query === undefined ? '' : `?${query}`}`;
}

/** Something in it distinguishes publications. */
export function hasVariable(shape: string): boolean {
  return /(?:^|[/=-])(?:N|DATE|\*)(?:$|[-./&?])/.test(shape);
}

const mostSegments = 20;
const longestWord = 24;
const variable = /^(?:YYYY|DATE|N|\*|N-\*|\*-N)(?:\.[a-z]{1,6})?$/;

function segmentShape(segment: string): string {
  const [, name = segment, extension = ''] = /^(.+)(\.[a-z]{1,6})$/i.exec(segment) ?? [];
  return `${nameShape(name)}${extension.toLowerCase()}`;
}

function nameShape(name: string): string {
  if (/^(?:19[89]\d|20[0-3]\d)$/.test(name)) return 'YYYY';
  if (/^(?:19[89]\d|20\d\d)-?[01]\d-?[0-3]\d$/.test(name)) return 'DATE';
  if (/^\d+$/.test(name)) return 'N';
  if (/^\d+[-_]/.test(name)) return 'N-*';
  if (/[-_]\d+$/.test(name)) return '*-N';
  const words = name.split(/[-_]/).length;
  const isCode = /\d/.test(name) && name.length >= 6;
  return words >= 3 || name.length > longestWord || isCode ? '*' : name.toLowerCase();
}

/** `?article12` is a parameter, too. */
function parameterShape(name: string, value: string): string {
  const [, word] = (value === '' && /^(\p{L}[\p{L}_-]*)\d+$/u.exec(name)) || [];
  return word === undefined ? `${name}=${/^\d+$/.test(value) ? 'N' : '*'}` : `${word}=N`;
}
