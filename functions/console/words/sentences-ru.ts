/*
 * The app's sentences in Russian. They are written in English by whatever part of the program refuses something, and each
 * has one shape: field, value, what is allowed. A sentence that is missing here is shown as it is.
 */

import type { Word } from './words-en.ts';
import { ru } from './words-ru.ts';

type Translations = readonly (readonly [english: RegExp, russian: string])[];

/** What is allowed: the end of a refusal, without its full stop. */
const allowed: Translations = [
  [/^allowed is a whole number from (\d+) to (\d+) \(.*\)$/, 'допустимо целое число от $1 до $2'],
  [/^allowed is a whole number larger than what the crawl has$/, 'допустимо целое число больше прежнего'],
  [/^allowed is (\d+), which the crawl has, or more$/, 'допустимо $1, как было, или больше'],
  [/^this crawl has no such limit that could be raised$/, 'такого предела у этого обхода нет, поднимать нечего'],
  [/^allowed is a line of 1 to (\d+) characters$/, 'допустима строка длиной от 1 до $1'],
  [/^allowed are at most (\d+) characters, it has (\d+)$/, 'допустимая длина — $1, здесь — $2'],
  [/^allowed are at most (\d+) characters$/, 'допустимая длина — $1'],
  [/^allowed is an http or https address, for example (\S+)$/, 'допустим адрес http или https, например $1'],
  [/^allowed are http and https, not (\S+)$/, 'допустимы http и https, а не $1'],
  [/^addresses with a user name or a password are not supported, .*$/, 'допустимы адреса без имени и пароля'],
  [/^allowed is each number once$/, 'каждый номер допустим один раз'],
  [/^allowed is any site but this API itself$/, 'допустим любой сайт, кроме самого этого сервера'],
  [/^allowed are hosts of the public Internet, .*$/, 'допустимы узлы открытого Интернета'],
  [/^allowed is a regular expression \(RE2\)$/, 'допустимо регулярное выражение (RE2)'],
  [/^allowed is a regular expression \(RE2\), and here: (.*)$/s, 'допустимо регулярное выражение (RE2); ошибка: $1'],
  [/^allowed is an extension without its dot, for example (\w+)$/, 'допустимо расширение без точки, например $1'],
  [/^allowed is a product name, for example (.*)$/, 'допустимо имя программы, например $1'],
  [/^allowed is printable ASCII that starts with a letter$/, 'допустимы печатные знаки ASCII, первый — буква'],
  [/^allowed is an e-mail or web address in ASCII, for example (\S+)$/, 'допустим адрес ASCII, например $1'],
  [/^allowed is an e-mail or web address$/, 'допустим адрес почты или страницы'],
  [/^allowed is at least one format of (.*)$/, 'нужен хотя бы один формат из: $1'],
  [/^allowed is the number of a site$/, 'допустим номер сайта'],
  [/^allowed is a level, 0 to (\d+)$/, 'допустим уровень от 0 до $1'],
  [/^allowed is (\d+) to (\d+)$/, 'допустимо от $1 до $2'],
  [/^allowed are ([\w-]+(?:, [\w-]+)*)$/, 'допустимы $1'],
  [
    /^allowed are ([\w., -]+?)(?: \(did you mean .*\?\))?; plugins run here only if .*$/,
    'допустимы развёрнутые здесь: $1',
  ],
  [/^allowed are \w+ that are deployed here, and there are none$/, 'здесь таких частей не развёрнуто'],
  [/^a site of the crawl has it, or had it\. The next free one is (\d+)$/, 'он занят; следующий свободный: $1'],
  [
    /^it is of site (\d+) \((.*)\)\. Allowed is a site that the crawl does not have$/,
    'это сайт № $1 ($2); допустим сайт, которого в обходе нет',
  ],
];

/** Sentences of any other shape. */
const others: Translations = [
  [/^sites: there is nothing to crawl; .*$/, 'Обходить нечего; нужен хотя бы один адрес.'],
  [/^sites: (\d+) sites are refused; allowed are (\d+) in a request\b.*$/, 'Сайтов: $1; допустимо в одной форме: $2.'],
  [/^text: (\d+) characters are refused; allowed are (\d+)\.$/, 'Длина текста: $1; допустимо: $2.'],
  [/^There is one more fault like these\.$/, 'Есть ещё одна такая ошибка.'],
  [/^There are (\d+) more faults like these\.$/, 'Ещё таких ошибок: $1.'],
  [/^There is no such crawl here; .*$/, 'Такого обхода здесь нет.'],
  [
    /^(?:No token came|The token is not that of this server); .*$/,
    'Это не ключ этого сервера: он стоит в ссылке, которую напечатал orbweaver serve.',
  ],
  [/^Too many wrong tokens came; .*$/, 'Слишком много неверных ключей; повторите через минуту.'],
  [
    /^The crawl does not run: site (.*) is noted and joins at the next resume\.$/,
    'Обход не идёт: сайт № $1 записан и войдёт в него, когда обход будет продолжен.',
  ],
  [/^The crawl has not begun; ask again in a few seconds\.$/, 'Обход ещё не начат; повторите через несколько секунд.'],
  [
    /^The crawl has not begun, so there is nothing to resume; .*$/,
    'Обход не начинался, продолжать нечего; начните новый.',
  ],
  [
    /^The crawl is \w+; allowed is to resume one that is .*$/,
    'Обход идёт; продолжить можно остановленный, завершённый или прерванный сбоем.',
  ],
  [/^The crawl runs; stop it by .*$/, 'Обход идёт; сначала остановите его.'],
  [/^A process works on the crawl; .*$/, 'Обход идёт; сначала остановите его.'],
  [/^Nothing works on the crawl, so there is nothing to stop: .*$/, 'Обход не идёт, останавливать нечего.'],
  [/^Another request resumes this crawl\b.*$/, 'Этот обход уже продолжают.'],
  [/^The crawl has no results yet; .*$/, 'Результатов ещё нет.'],
  [/^site: (\d+) is removed already\.$/, 'Сайт № $1 уже исключён.'],
  [/^site: (\d+) is not in this crawl; .*$/, 'Сайта № $1 в этом обходе нет.'],
  [/^This crawl has no Web fragment: .*$/, 'У этого обхода нет фрагмента Веба: его не записал ни один запуск.'],
  [
    /^The graph of this site is shown from its CSV files, and there are none: write them by: (.*)\.$/,
    'Граф сайта рисуется по файлам CSV, а их нет; их запишет: $1',
  ],
  [/^Something went wrong here\b.*$/, 'На сервере что-то пошло не так; подробности в его журнале.'],
  [/^No process works on this crawl: .*$/, 'Обход прерван: над ним не работает ни один процесс. Его можно продолжить.'],
  [/^The directory of this crawl is not there: .*$/, 'Папки обхода нет: её удалили, или обход не начался.'],
  [/^The process of this crawl ended before it began\.$/, 'Процесс обхода завершился, не начав его.'],
  [/^(.*) was removed while its crawl ran\b.*$/, 'Папка $1 удалена во время обхода, и он завершён; начните его снова.'],
  [/^The disk is full; .*$/, 'Диск заполнен; освободите место и повторите.'],
  [/^the disk with (.*) is full; .*$/, 'Диск с папкой $1 заполнен; освободите место и продолжите обход.'],
  [
    /^this user's part of the disk with (.*) is full; .*$/,
    'Ваша квота на диске с папкой $1 исчерпана; освободите место и продолжите обход.',
  ],
  [
    /^this process may have no more files and connections open \((\w+)\); .*$/,
    'Процессу больше нельзя открывать файлы и соединения ($1); поднимите предел (ulimit -n) и продолжите обход.',
  ],
  [
    /^a file in (.*) may not grow any larger \((\w+)\); .*$/,
    'Файлу в папке $1 больше нельзя расти ($2); поднимите предел (ulimit -f) и продолжите обход.',
  ],
  [
    /^this (?:machine|user) .* \((\w+)\); close other programs\b.*$/,
    'Машине не хватает ресурсов ($1); закройте другие программы и продолжите обход.',
  ],
  [
    /^(.*) cannot be used: (.*) \((\w+)\); mend that\b.*$/,
    'Файл или папка $1: нет доступа ($3); исправьте это и продолжите обход.',
  ],
  [
    /^crawl\.db cannot be read \((.*)\); it may be damaged\.$/,
    'Файл crawl.db не читается ($1): возможно, он повреждён.',
  ],
  [/^A site without a limit has (\d+) pages\.$/, 'Страниц на сайте без предела: $1.'],
  [/^Each site gets an equal part of the page budget\.$/, 'Предел страниц делится между сайтами поровну.'],
  [
    /^Sites are crawled side by side, .*$/,
    'Сайты обходятся рядом, каждый со своей паузой; больший Crawl-delay в robots.txt её удлиняет.',
  ],
  [
    /^A page leads to 0\.3 new external or bad links; .*$/,
    'На страницу 0,3 новых внешних и плохих ссылок; цены по прейскуранту, без льгот и налогов.',
  ],
];

/** A sentence of the app in Russian; undefined where there is no translation. */
export function inRussian(sentence: string): string | undefined {
  const whole = translated(others, sentence);
  if (whole !== undefined) return whole;
  const [, field = '', value = '', end = ''] =
    /^(?:((?:sites: )?[^\s:]+): )?(.+?) is refused; (.+)\.$/s.exec(sentence) ?? [];
  const rest = translated(allowed, end);
  if (rest === undefined) return undefined;
  return `${fieldName(field)}${value === 'nothing' ? 'пустое значение' : value} не подходит; ${rest}.`;
}

/** Words for fields that are not in the form of a new crawl, and for the parts of a site. */
const words: Readonly<Record<string, Word>> = {
  sites: 'field.sites',
  url: 'address',
  number: 'siteNumber',
  site: 'siteNumber',
  name: 'name',
  shortName: 'shortName',
  level: 'level',
};

/** What the page calls a field, in front of its value; where it has no name, what the app calls it. */
function fieldName(field: string): string {
  const path = field.replace(/^sites(?:\[\d+\]\.|: )/, '').replace(/\[\d+\]$/, '');
  const word = words[path] ?? (`field.${path}` in ru ? (`field.${path}` as Word) : undefined);
  return field === '' ? '' : `${word === undefined ? field : String(ru[word])}: `;
}

function translated(table: Translations, text: string): string | undefined {
  const found = table.find(([english]) => english.test(text));
  return found === undefined ? undefined : text.replace(found[0], found[1]);
}
