import { type SiteName, type Story, siteOffset } from './stories.ts';

const months = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];
const shortMonths = ['янв.', 'февр.', 'марта', 'апр.', 'мая', 'июня', 'июля', 'авг.', 'сент.', 'окт.', 'нояб.', 'дек.'];
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly clock: string;
  readonly seconds: string;
}

/** The parts of an instant as the sites' clocks show it. */
function localTime(at: number): LocalTime {
  const local = new Date(at + siteOffset * 60_000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    clock: local.toISOString().slice(11, 16),
    seconds: local.toISOString().slice(17, 19),
  };
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `2017/09/12`. */
export function dayPath(at: number, separator = '/'): string {
  const { year, month, day } = localTime(at);
  return [year, two(month), two(day)].join(separator);
}

/** `2017-09-12T15:34:00+03:00`. */
export function isoTime(at: number): string {
  const { clock, seconds } = localTime(at);
  return `${dayPath(at, '-')}T${clock}:${seconds}+03:00`;
}

/** `Tue, 12 Sep 2017 15:34:00 +0300`. */
export function mailTime(at: number): string {
  const { year, month, day, weekday, clock, seconds } = localTime(at);
  return `${days[weekday]}, ${two(day)} ${englishMonths[month - 1]} ${year} ${clock}:${seconds} +0300`;
}

/** The date as a page of the story shows it to people. */
export function shownDate({ site, kind, published }: Story): string {
  const { year, month, day, clock } = localTime(published);
  if (site === 'herald') return `${day} ${months[month - 1]} ${year}, ${clock}`;
  if (kind === 'blog') return `${day} ${shortMonths[month - 1]} ${year} ${clock} МСК`;
  return `${two(day)}.${two(month)}.${year} ${clock}`;
}

const latin: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ё: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    й: 'y',
    к: 'k',
    л: 'l',
    м: 'm',
  },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c', ч: 'ch', ш: 'sh', щ: 'sch' },
  ...{ ы: 'y', э: 'e', ю: 'yu', я: 'ya', ь: '', ъ: '' },
};

function slugOf(title: string): string {
  const letters = [...title.toLowerCase()].map(letter => latin[letter] ?? (/[a-z0-9]/.test(letter) ? letter : '-'));
  return letters.join('').replace(/-+/g, '-').replace(/^-|-$/g, '').slice(0, 60).replace(/-$/, '');
}

/** The address of a story within its site. */
export function pathOf({ site, kind, number, published, title }: Story): string {
  if (kind === 'blog') return `/blog/${dayPath(published, '-')}-${slugOf(title.text)}`;
  if (site === 'courier') return `/news/${4_000 + number}.html`;
  return kind === 'long'
    ? `/long/${700 + number}/`
    : `/news/${dayPath(published)}/${slugOf(title.text)}-${number}.html`;
}

/** Other addresses of the same story: its AMP page, and what newsletters link to. */
export function twinsOf(story: Story): readonly string[] {
  const path = pathOf(story);
  if (story.site !== 'herald') return [];
  return story.kind === 'long' ? [`${path}?utm_source=letter`] : [`/amp${path}`, `${path}?utm_source=letter`];
}

export const siteTitles: Readonly<Record<SiteName, string>> = { herald: 'Вестник науки', courier: 'Городской курьер' };
export const sectionTitles = { science: 'Наука', society: 'Общество', education: 'Образование' } as const;
