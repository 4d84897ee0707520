/*
 * The app's refusals in Russian, by their codes (`shared/domain/refusal/refusal-sentences.ts`, where the form of a sentence is
 * explained too).
 */

import type { Refusal, RefusalCode } from '../../../shared/domain/refusal/refusal.ts';
import { dictionaries, type Word } from './word.ts';

/** A refusal as an answer has it, with its sentence in English; the code of a newer server may be unknown here. */
export interface ToldRefusal extends Omit<Refusal, 'code'> {
  readonly code: string;
  readonly message: string;
}

const refused = '{at}{value} не подходит; ';
const again = '[, затем: {next}]';

export const refusalsRu: Readonly<Record<RefusalCode, string>> = {
  // значения
  'whole-number': `${refused}допустимо целое число от {least} до {most}.`,
  'time-span': `${refused}допустимо время от {least} до {most} секунд, например 90, 90s, 15m, 2h или 1d.`,
  range: `${refused}допустимо от {least} до {most}.`,
  line: `${refused}допустима строка длиной от 1 до {most}.`,
  text: `${refused}допустим текст.`,
  'other-shape': `${refused}ожидалось другое ({why}).`,
  list: `${refused}допустим список.`,
  mapping: `${refused}допустим набор полей с именами.`,
  'one-of': `${refused}допустимы {names}.`,
  'later-than': `${refused}допустимо время позже {since}: между ними ничего нет.`,
  'some-of': `${refused}нужно хотя бы одно из: {names}.`,
  share: `${refused}допустимо число от 0 до 1.`,
  'true-false': `${refused}допустимы true и false.`,
  'times-of-pages': `${refused}его принимают только таблицы страниц (pages/САЙТ.csv).`,
  'on-off': `${refused}допустимы on и off.`,
  'always-on': `${refused}выключить это нельзя: так поступает сам стандарт адресов.`,
  address: `${refused}допустим адрес http или https, например https://example.org/.`,
  'site-host': `${refused}допустимо имя хоста с точкой (www.example.org), localhost, IP-адрес или адрес http или https.`,
  'any-address': `${refused}допустим полный адрес, например https://example.org/.`,
  'address-length': `${refused}допустимая длина — {most}, здесь — {length}.`,
  scheme: `${refused}допустимы http и https, а не {scheme}.`,
  credentials: `${refused}допустимы адреса без имени и пароля.`,
  'host-characters': `${refused}в имени узла допустимы буквы, цифры и знаки «.», «-», «_»; или строка protocol://host;maxDownloadsAtTime;maxCrawlLevel;crawlDelay.`,
  pattern: `${refused}допустимо регулярное выражение (RE2)[; ошибка: {why}].`,
  'user-agent': `${refused}допустимо имя программы, например Orbweaver/0.1 (+https://example.org/about).`,
  'user-agent-characters': `${refused}допустимы печатные знаки ASCII, первый — буква.`,
  'most-characters': `${refused}допустимая длина — {most}.`,
  contact: `${refused}допустим адрес почты или страницы из знаков ASCII, например crawler@example.org.`,
  'host-and-port': `${refused}допустимо имя:порт, например localhost:8080.`,
  'host-name': `${refused}допустимо имя узла, например example.org.`,
  'ip-address': `${refused}слева допустим адрес IP.`,
  parameter: `${refused}допустимо имя параметра или его начало и *.`,
  extension: `${refused}допустимо расширение без точки, например pdf.`,
  'unknown-setting': '{at}настройки {value} нет; [может быть, {nearest}?][допустимы {names}.]',
  'http2-gone': '{at}Orbweaver больше не говорит по HTTP/2; уберите эту настройку, результаты будут те же.',
  'more-faults': '{at}Ещё таких ошибок: {count}.',
  'more-fault': '{at}Есть ещё одна такая ошибка.',

  // настройки, которые не сочетаются
  'slash-rules': `${refused}trailingSlash включено; допустимо одно из двух правил.`,
  'frames-missing': `${refused}{elements} не называет frame; допустимо задать одно из двух или оба одинаково.`,
  'frames-named': `${refused}{elements} называет frame; допустимо задать одно из двух или оба одинаково.`,
  'sitemaps-with-depth': `${refused}с глубиной допустимо только report: страницы карт сайта идут после последнего уровня.`,
  'sitemaps-with-limit': `${refused}при общем ограничении нескольких сайтов допустимо только report; siteLimit ограничивает каждый сайт.`,
  'sitemaps-elsewhere': `${refused}карты сайтов читаются только на одной машине; уберите эту настройку.`,
  'hosts-without-list': `${refused}узлы есть у сайта с областью list; в других случаях их не указывают.`,
  'list-without-hosts': `${refused}ни у одного сайта не указаны узлы (hosts, --host), которые относятся к сайту начальной страницы.`,
  'hosts-of-many': `${refused}допустимо при одном сайте; если сайтов несколько, у каждого свои узлы.`,
  'not-in-watch': `${refused}у наблюдения нет такой настройки; уберите её.`,
  'warc-elsewhere': `${refused}архивы пишутся только на одной машине; уберите эту настройку.`,
  'external-elsewhere': `${refused}внешние адреса проверяются только на одной машине; уберите эту настройку.`,
  'since-elsewhere': `${refused}прежние обходы читаются только на одной машине; уберите эту настройку.`,
  'retry-elsewhere': `${refused}неудавшиеся страницы запрашиваются снова только на одной машине; уберите эту настройку.`,
  'since-rendered': `${refused}скрипты могут сделать из неизменной страницы другую; настройка допустима без render и traverse.`,
  'since-itself': '{at}{directory} — каталог, куда пишется этот обход; нужен каталог прежнего обхода.',
  'page-size-elsewhere': `${refused}страницы больше {most} байт читаются только на одной машине.`,
  'rich-elsewhere': `${refused}файлы по ссылкам проверяются только на одной машине; уберите эту настройку.`,
  'archive-by-command': `${refused}архивы — это файлы, их принимает только командная строка (--from-warc).`,
  'date-without-archive': `${refused}дата выбирает между копиями в архивах; допустима вместе с fromWarc (--from-warc).`,
  'no-archive': '{at}{directory}: архива нет; его пишет crawl с --warc.',
  'archive-unreadable': '{at}архив нельзя использовать: {why}.',
  'no-rendering': `${refused}допустимо только never: стек развёрнут без браузера (-c browser=true).`,
  'no-traversals': `${refused}стек развёрнут без браузера (-c browser=true), по кнопкам страниц не ходят.`,
  'no-browser':
    '{at}Chrome или Chromium не найден; установленный называет ORBWEAVER_BROWSER, а в команде traverse — --browser.',
  'browser-path': '{at}{path} не существует; допустим путь к установленному Chrome или Chromium.',
  'browser-folder':
    '{at}{directory} — не папка, в которую входите только вы; удалите её или назовите в TMPDIR свою папку.',
  'browser-start': '{at}Chromium ({path}) не запускается: {why}',
  'hosts-need-sites': '{at}значение {value} не подходит без sites; допустим список сайтов в самом запросе.',
  'clicks-need-browser':
    '{at}{value} просматривается нажатиями, а браузера в этом стеке нет; допустима запись другого вида или cdk deploy -c browser=true.',
  'beside-sites': '{at}не подходит рядом с sites; допустимо одно из двух.',
  'unknown-format': `${refused}допустимы {names}[ (может быть, {nearest}?)]; форматы плагинов называет поле writers.`,
  'unknown-part': `${refused}допустимы {names}[ (может быть, {nearest}?)] и имена из плагинов.`,
  'no-plugin': `${refused}допустимы имена из плагинов, а плагинов не загружено.`,
  'part-not-deployed': `${refused}допустимы развёрнутые здесь: {names}[ (может быть, {nearest}?)].`,
  'nothing-deployed': `${refused}здесь таких частей не развёрнуто.`,
  'lower-limit': `${refused}допустимо {now}, как было, или больше.`,
  'shared-limit-later': `${refused}сайты наблюдения и обхода, добавляющего страницы карт сайта, общего предела не делят; допустим предел страниц каждого сайта.`,
  'site-limit-beside-limit': `${refused}у обхода есть предел страниц на всех; допустимо увеличить его.`,
  'start-page-pair': `${refused}допустимо НОМЕР=АДРЕС, например 3=https://example.org/.`,
  'start-page-fetched':
    'Начальная страница сайта № {number} загружена; исправить можно адреса сайтов без страниц[, здесь {numbers}].',
  'start-page-taken':
    'Адрес {url} относится к сайту № {site} ({origin}); допустим адрес, которого нет у других сайтов.',

  // сайты
  'no-sites': 'Обходить нечего; нужен хотя бы один адрес.',
  'sites-of-a-limit':
    'Сайтов: {value}, и у них общий предел страниц; допустимо {most} (siteLimit ограничивает каждый).',
  'sites-of-a-crawl': 'Сайтов: {value}; в одном обходе допустимо {most}.',
  'lines-of-a-list': 'Строк в списке больше {lines}; в одном обходе допустимо сайтов: {most}.',
  'too-many-to-sort': 'В обходе {count} сайтов; по столбцу упорядочиваются обходы до {most} сайтов, по номеру — любые.',
  'sites-of-a-request': 'Сайтов: {value}; допустимо в одной форме: от 1 до {most}.',
  'sites-of-a-start': 'Сайтов: {value}; допустимо в одной форме: {most}.',
  'number-twice': `${refused}каждый номер допустим один раз.`,
  'number-taken': `${refused}он занят; следующий свободный: {free}.`,
  'address-taken': `${refused}это сайт № {site} ({origin}); допустим сайт, которого в обходе нет.`,
  'site-number': `${refused}допустим номер сайта.`,
  'unknown-entry': 'Адреса {value} нет среди наблюдаемых; всего их: {count}.',
  'entry-elsewhere': 'Адрес {value} не относится ни к одному источнику; допустимы адреса {hosts}.',
  'bad-day': '{at}значение {value} не подходит; допустим день или время, например 2026-05-31 или 2026-05-31T12:00:00Z.',
  'unknown-source': 'Источника {value} нет; есть {names}.',
  'unknown-site': 'Сайта № {value} нет; всего сайтов: {count}.',
  'site-not-here': 'Сайта № {value} в этом обходе нет.',
  'site-removed': 'Сайт № {value} уже исключён.',
  'sites-wait': 'Обход не идёт: сайт № {numbers} записан и войдёт в него, когда обход будет продолжен.',
  'own-api': `${refused}допустим любой сайт, кроме самого этого сервера.`,
  'private-site': `${refused}допустимы узлы открытого Интернета и частные узлы, разрешённые при развёртывании системы (allowHosts).`,
  'private-hosts': `${refused}частные узлы разрешают только при развёртывании системы (allowHosts).`,
  'column-twice': '{at}столбец {value} встречается дважды.',
  'unknown-column': '{at}столбца {value} нет; [может быть, {nearest}?][допустимы {names}.]',
  'open-quotation': '{at}кавычка открыта и не закрыта.',
  'row-fields': `${refused}допустимо полей: {columns}, как в заголовке; поле с разделителем берут в кавычки ("…").`,

  // плагины
  'plugins-need-commands': `${refused}допустимы встроенные части; плагины — это программы, их берёт только командная строка.`,
  'plugins-need-deployment': `${refused}здесь работают только развёрнутые плагины; допустимы имена их частей в robots, finish, writers и analyzers.`,
  'plugin-without-parts': '{at}модуль не даёт ни одного из списков {names}; нужен хотя бы один.',
  'plugin-object': `${refused}допустим объект с полями {members}.`,
  'plugin-function': `${refused}допустима функция.`,
  'part-name': `${refused}допустимо имя из 1–64 букв, цифр и знаков «.», «-», «_».`,
  'part-not-loaded': '{at}{value} неизвестно; [допустимы {names}][плагины не дают ничего для {of}].',
  'robots-policy': '{at}{value} — не правила для robots.txt; допустимы {names}.',
  'plugin-not-loadable': '{at}{value} не загружается ({why}); допустим путь к модулю JavaScript или TypeScript.',
  'plugin-no-file':
    '{at}{value} не загружается: это не файл (адреса data:, node:, адреса Веба и имена пакетов не загружаются); допустим путь к модулю JavaScript или TypeScript.',
  'plugin-missing': '{at}{value} не загружается: такого файла нет; допустим путь к модулю JavaScript или TypeScript.',
  'plugin-not-regular':
    '{at}{value} не загружается: это не обычный файл; допустим путь к модулю JavaScript или TypeScript.',
  'plugins-unsigned':
    'В папке {directory} есть плагины, которые на этой машине ещё не запускались или после запуска изменились ({plugins}[ и ещё {more}]). Плагины не запущены; чтобы запустить, назовите каждый: --plugin ФАЙЛ[, или откажитесь от их файлов: {without}].',
  'hosts-unsigned':
    'Папка {directory} хочет обращаться к частным узлам, а на этой машине такого разрешения нет ({hosts}[ и ещё {more}]). Обращений не было; разрешите каждый: --allow-host ИМЯ:ПОРТ.',
  'archives-unsigned':
    'Папка {directory} хочет читать архивы, которые вы в ней на этой машине не называли ({archives}[ и ещё {more}]). Ни один не открыт; начните обход заново: orbweaver crawl --from-warc ФАЙЛ',
  'further-plugins':
    'В папке {directory} есть и другие плагины; назовите каждый через --plugin: {plugins}[ и ещё {more}].',
  'other-plugin': '{at}{plugin} не подходит; допустимы плагины папки {directory}: {plugins}[ и ещё {more}].',
  'unneeded-plugin': '{at}{plugin} не подходит; у папки {directory} плагинов нет.',
  'plugin-failed': 'Сбой плагина: {why}',

  'application-count': '{at}приложений {value} — это не подходит; в модуле допустимо от 1 до {most}.',
  'application-name': `${refused}допустимо имя из 1–40 строчных латинских букв, цифр и «_», первая — буква.`,
  'application-reserved': '{at}имя {value} занято самой программой; допустимо любое, кроме {names}.',
  'application-twice': '{at}имя {value} встречается дважды; каждое допустимо один раз.',
  'application-member': '{at}{value} — не часть приложения; допустимы {members}.',
  'application-columns': `${refused}допустим объект с 1–{most} столбцами и видом каждого: {types}.`,
  'application-column-name': `${refused}допустимо имя столбца из 1–60 строчных латинских букв, цифр и «_», первая — буква.`,
  'application-column-reserved': '{at}столбец {value} есть у каждого приложения; допустимо любое имя, кроме {names}.',
  'application-not-extending':
    '{at}{value} бывает только у приложения, которое расширяет другое; допустимо вместе с extends.',
  'application-without-columns':
    '{at}{value} бывает только у приложения с записями; допустимо вместе с columns и extract.',
  'application-changed':
    '{at}столбец {column} приложения {value} в таблице имеет вид {held}, а теперь {type}; допустим прежний вид или другое имя.',
  'application-no-table': '{at}у {value} здесь нет таблицы; [допустимы {names}][в {of} записей ещё нет].',

  // списки организаций
  'no-organizations': '{at}нет ни одной организации; нужна хотя бы одна.',
  'list-count': '{at}записей {value}, это слишком много; допустимо не больше {most}.',
  'id-twice': `${refused}каждый id допустим один раз.`,
  tag: `${refused}допустима метка от 1 до 64 символов в одну строку, без запятой, точки с запятой и вертикальной черты.`,
  'short-name': `${refused}допустимо название хотя бы из двух букв или цифр.`,
  'name-words': `${refused}допустимо не больше {most} слов.`,
  day: `${refused}допустима дата календаря, например 2024-05-31.`,
  'column-missing': '{at}нет столбца {value}; нужны {names}.',

  // правила, по которым из страниц берут публикации
  xpath: `${refused}допустимо выражение XPath 1.0[, а здесь: {why}].`,
  'extract-field': `${refused}допустимо ИМЯ=XPATH или ИМЯ=css:СЕЛЕКТОР, имя из латинских букв, цифр, "_" и "-".`,
  'extract-expression': `${refused}{why}; после ИМЯ= допустимо выражение XPath 1.0 или css: и селектор CSS.`,
  'extract-twice': `${refused}каждое имя допустимо один раз.`,
  'field-name': `${refused}допустимо имя из букв, цифр, "_" и "-", которое начинается с буквы, не длиннее 64 знаков.`,
  'field-count': `${refused}допустимы от 1 до {most} полей, у каждого выражение XPath.`,
  'page-type-count': `${refused}допустим список от 1 до {most} типов страниц.`,
  'page-type-unbound': '{at}нет ни address, ни match, и к этому типу относились бы все страницы; нужно хотя бы одно.',
  'one-source-of-a-host': `${refused}можно один источник с одного хоста.`,
  'search-in-tables': `${refused}в наблюдении публикаций: {count}, а поиск по словам читает не больше {most}; можно спросить на SQL её ежедневные таблицы.`,
  base64: `${refused}допустим файл в base64.`,
  'count-in-tables':
    'В наблюдении публикаций: {count}, а запрос считает не больше {most}; можно спросить на SQL его ежедневные таблицы.',
  'list-of-most': `${refused}допустим список ({of}), не длиннее {most}.`,
  zone: `${refused}допустим часовой пояс, например Europe/Moscow, +03:00 или MSK.`,

  // папки и файлы этой машины
  'no-crawl':
    'В папке {directory} нет ни обхода, ни наблюдения; допустима папка, которую записал orbweaver crawl или orbweaver watch.',
  'no-watch': 'В папке {directory} обход, а не наблюдение; допустима папка, которую записал orbweaver watch new.',
  'crawl-twice': `${refused}каждый обход указывают один раз, иначе его сайты считались бы дважды.`,
  'replay-unfinished':
    'Обход в {directory} не закончен, поэтому его нельзя проиграть; дождитесь конца или продолжите: orbweaver resume {directory}',
  'replay-unreadable': '{directory}: страницы {origin} не читаются: {name} ({why}).',
  'simulate-elsewhere':
    'Правила сравниваются только на обходах одной машины, на её странице или командой: orbweaver simulate ПАПКА',
  'retry-unkept':
    '{directory} не хранит прочитанного на страницах: их читал браузер или анализатор страниц; допустим новый обход.',
  'is-watch':
    'В папке {directory} наблюдение, а не обход; найденное читает orbweaver publications, продолжает его orbweaver watch run.',
  'crawl-unbegun':
    'В папке {directory} обход ещё не начат. Если его процесс завершился, начните снова: --out {directory}.',
  'crawl-unfinished':
    'Обход в папке {directory} не завершён, результатов ещё нет; продолжите: orbweaver resume {directory}',
  'crawl-changed': '{directory} изменился, пока его читали; повторите.',
  'link-in-directory':
    'Папка {directory} не подходит: {value} в ней — ссылка в другое место; допустимы папки со своими файлами.',
  'file-for-folder': 'Папка {directory} повреждена: на её месте файл; удалите его.',
  'object-outside': 'Папка {directory}: объект {value} не подходит, он был бы вне папки.',
  'foreign-object': 'Файл {file} не подходит: {type} {value} сделан не Orbweaver. Если он ваш, удалите его.',
  'other-version':
    'Файл {file} записан другой версией Orbweaver (формат {found}, здесь — {own}); продолжите той версией или начните обход заново.',
  'tokens-damaged':
    'Файл {file} повреждён ({fault}); удалите его, пока обходы не идут: в нём лишь время следующего обращения к узлам.',
  'crawl-file-damaged': 'Файла {file} нет, или он повреждён ({why}); верните его или начните обход заново.',
  'no-sources-here': 'Здесь источники в наблюдение не добавляются; начните новое наблюдение со всеми источниками.',
  'watch-starts-at-once':
    '{at}{value} не подходит; здесь наблюдение начинается сразу, как только найдено, что есть у источников.',
  'nothing-at-source':
    'По адресу {url} наблюдать нечего: нет ни лент, ни карт сайта, ни списков ссылок; нужен адрес новостного сайта, раздела или ленты.',
  'source-in-trouble':
    'По адресу {url} сейчас наблюдать нечего: на запрос {file} сервер ответил {why}, а больше публикации нигде не названы; попробуйте позже.',
  'only-files-at-source':
    'По адресу {url} наблюдать нечего: из адресов в списке {count} — файлы (PDF и подобные), а они не читаются; нужен источник, у которого публикации — страницы.',
  'only-elsewhere-at-source':
    'По адресу {url} наблюдать нечего: {count} из названных адресов — на других хостах; если публикации там, добавьте этот хост рядом с источником.',
  'source-moved': 'Адрес {url} ведёт на другой хост, {to}; укажите адрес самого этого источника.',
  'source-refuses':
    'По адресу {url} программам не отвечают ({why}); нужен источник, который допускает роботов, или адрес его ленты.',
  'source-challenges':
    'По адресу {url} просят доказать, что это человек; нужен источник, который допускает роботов, или адрес его ленты.',
  'source-forbidden':
    'К адресу {url} обращаться нельзя: так говорит его robots.txt; нужен источник, который допускает роботов.',
  'source-private':
    'По адресу {url} страницы нет ({why}: это частный адрес); нужен адрес в открытом Интернете или --allow-host {host}.',
  'source-without-page': 'По адресу {url} страницы нет ({why}); нужен адрес, который отвечает.',
  'publications-format':
    'В файле {file} публикации в формате {format}, от другой версии Orbweaver; эта версия читает только формат {own}. Откройте его той версией или начните новое наблюдение: orbweaver watch new',
  'journal-damaged':
    'Файл {file} повреждён ({why}), и последние шаги обхода потеряны: обход продолжается с последнего целого состояния и загружает остальное заново.',
  'publications-journal-damaged':
    'Файл {file} повреждён ({why}), и последние записи наблюдения потеряны: следующий запуск наблюдения продолжит с последнего целого состояния, без этих публикаций.',
  'state-older':
    'Файл crawl.db старше файлов в state/ (в crawl.db нет заходов: {count}). Обход продолжается от состояния в crawl.db и загружает страницы этих заходов заново.',
  'object-lost': '{object}: ничего не записано; верните копию этого файла или загрузите его страницы заново: {command}',
  'state-unreadable': 'Файл crawl.db не читается ({why}): возможно, он повреждён.',
  'no-file': `${refused}такого файла нет.`,
  'file-is-folder': `${refused}это папка.`,
  'file-too-long': `${refused}файл длиннее {most} байтов.`,
  'file-unreadable': `${refused}читать его нельзя.`,
  'no-text': `${refused}это не текст; допустимы UTF-8, UTF-16 с меткой порядка байтов и кодовые страницы вроде windows-1251.`,
  'not-directory': '{at}{directory} не подходит: это не папка.',
  'not-writable': '{at}{directory} не подходит: записать туда нельзя ({fault}); допустима ваша собственная папка.',
  'copy-not-writable':
    'Папка {directory} не подходит: записать туда нельзя ({fault}); допустима её копия на другом диске.',
  'export-not-writable':
    'Папка {directory} не подходит: записать туда нельзя ({fault}); допустима другая папка: --out.',
  'nothing-made-there': '{at}{directory} не подходит: папку там создать нельзя; допустима ваша собственная папка.',
  'not-empty':
    '{at}папка {directory} не пуста. Назовите другую папку, добавьте --overwrite или продолжите обход из этой папки: {command}',
  'not-of-a-crawl': '{at}{directory} не подходит: в папке есть другие файлы, кроме файлов обхода.',
  'not-of-this-crawl': '{at}{directory} не подходит: в папке не результаты этого обхода; допустима пустая папка.',
  'port-refused': '{at}порт {value} не подходит; допустим свободный порт, или 0 — любой.',
  'example-port': '{at}порт {value}, где был сайт, занят; освободите его.',

  // машина
  'no-locks': `На диске с {path} нет блокировок ({fault}), и два процесса могли бы писать туда одновременно; возьмите папку на диске этой машины${again}`,
  'disk-full': `Диск с папкой {path} заполнен; освободите место${again}`,
  'quota-full': `Ваша квота на диске с папкой {path} исчерпана; освободите место${again}`,
  'open-files': `Процессу больше нельзя открывать файлы и соединения ({fault}); поднимите предел (ulimit -n)${again}`,
  'file-size': `Файлу в папке {path} больше нельзя расти ({fault}); поднимите предел (ulimit -f)${again}`,
  'no-memory': `Потоку, который хранит состояние обхода, не хватило памяти ({fault}); дайте больше (NODE_OPTIONS=--max-old-space-size=8192)${again}`,
  'machine-limit': `Машине не хватает ресурсов ({fault}); закройте другие программы${again}`,
  'file-damaged': `Файл {path} повреждён ({fault}); верните его копию или начните обход заново${again}`,
  'file-unusable': `Файл или папка {path}: нет доступа ({fault}); исправьте это${again}`,
  'directory-unreadable': 'Папка {directory} здесь не читается: {why}; её можно прочитать командной строкой.',
  'directory-gone':
    'Папка {directory} удалена или переименована во время обхода, и он завершён; продолжите его под новым именем папки или начните снова.',
  'directory-busy':
    'С папкой {directory} работает процесс {process}; подождите его или остановите: orbweaver stop {directory}',

  // запросы
  'no-such-crawl': 'Такого обхода здесь нет.',
  'no-such-path': 'По адресу {path} ничего нет.',
  'no-such-method': 'По адресу {path} нет действия {method}; допустимы {methods}.',
  'no-such-address': 'По этому адресу ничего нет.',
  'no-page-file': 'На этой странице нет файла {value}.',

  // прокликанные страницы
  'no-traversal': '{value} — не прокликанная страница; годится папка, которую записала orbweaver traverse --out.',
  'traversal-damaged': 'В папке {value} состояние прокликивания не читается.',
  'no-state': 'Состояния {value} у этой страницы нет.',
  'state-unreached': 'К состоянию {value} не ведёт ни один записанный путь.',
  'state-not-recorded':
    'Снимка состояния {value} нет: страницы нет среди записанных ответов, а сам сайт не запрашивается.',
  'state-broken': 'Снимка состояния {value} нет: по пути к нему страница зависла или упала.',
  'pictures-waiting': 'Снимков делается уже {value}; сразу допустимо {most}.',
  internal: 'На сервере что-то пошло не так; подробности в его журнале.',
  'body-size': 'Запрос больше {most} байтов[; длинный список сайтов загрузите через POST /uploads и назовите в {by}].',
  'body-object': 'В запросе {value}; допустим один объект JSON.',
  'body-json': 'Запрос не читается как JSON ({why}); допустим один объект JSON.',
  cursor: '{at}не подходит; допустимо next прежнего ответа, как оно было.',
  'key-characters': '{at}не подходит; допустимы от 1 до 255 печатных знаков ASCII без пробелов.',
  'key-reused': '{at}этот ключ уже пришёл с другим запросом; каждому новому обходу нужен новый ключ.',
  'text-length': 'Длина текста: {value}; допустимо: {most}.',
  level: `${refused}допустим уровень от 0 до {most}.`,
  'no-status': `${refused}состояние есть только у внутренних ссылок.`,
  'link-key': `${refused}допустима ссылка, как её называет список: site (номер сайта) и key.`,
  links: `${refused}допустимо от 1 до 1000 ссылок, у каждой site и key.`,
  'link-kind': 'Таблицы ссылок {value} нет; допустимы {names}.',
  'upload-unknown': `${refused}допустимо sitesFrom из ответа POST /uploads, когда список уже загружен.`,
  'upload-in-estimate': '{at}не подходит в оценке; допустимы сайты в самом запросе.',
  'upload-bytes': `${refused}допустим точный размер списка, от 1 до {most} байтов.`,
  'upload-size': 'В списке {bytes} байтов; допустимо {size}, как было сказано.',
  'upload-not-awaited': 'Списка с таким именем не ждут; имя даёт POST /uploads.',
  'upload-not-taken': 'Список не принят ({status}); допустим список заявленного размера в течение 15 минут.',
  'site-beside-sites': '{at}не подходит рядом с sites; допустим один сайт или список sites.',
  'not-begun': 'Обход ещё не начат; повторите через несколько секунд.',
  'never-begun': 'Обход не начинался, продолжать нечего; начните новый.',
  'nothing-to-stop': 'Обход не идёт, останавливать нечего.',
  'not-at-rest': 'Обход идёт; продолжить можно остановленный, завершённый или прерванный сбоем.',
  'limit-under-way':
    'Последний запуск прерван сбоем, и запросы к сайтам могут ещё идти, поэтому сейчас общий предел не ввести; можно продолжить обход как есть, остановить его и продолжить с пределом.',
  'resumed-already': 'Этот обход уже продолжают.',
  'resumed-again': 'Этот обход уже продолжают; если прежний запрос прервался, обход продолжит этот запрос.',
  'delete-running': 'Обход идёт; сначала остановите его.',
  'delete-watching': 'Наблюдение идёт; сначала остановите его.',
  'delete-worked-on': 'Обход идёт; сначала остановите его.',
  'crawl-name-taken': 'Обход {id} начат в эту же секунду; повторите.',
  'diff-elsewhere': 'Обходы сравниваются только на одной машине: orbweaver diff РАНЬШЕ ПОЗЖЕ.',
  'no-results': 'Результатов ещё нет.',
  'zip-elsewhere':
    'Архив всех файлов делается только на одной машине; здесь их даёт команда: orbweaver remote download ID',
  'no-result-file': 'Файла {value} среди результатов этого обхода нет.',
  'export-ended': 'Программа, которая записывает файлы заново, завершилась раньше времени ({code}).',
  'links-at-rest':
    'Обход завершён, а файлы здесь заново не записываются: ссылки удаляют и возвращают, пока обход идёт.',
  'links-by-key':
    'Здесь ссылки перечисляются только по сайтам и адресам, без сортировки, группировки и скачивания: это делают таблицы завершённого обхода.',
  'too-many-links':
    'Больше {most} ссылок — слишком много для сортировки и группировки здесь: отберите их по сайту, домену или тексту.',
  'table-too-long': 'Таблица {name} слишком длинна для сортировки и отбора здесь (больше {most} строк): скачайте файл.',
  'times-elsewhere': 'Время отдельных ответов хранится только на одной машине, в logs/common.csv обхода.',
  'results-missing': 'Нет файлов результатов ({count}, первый — {file}); записать их заново: {command}',
  'no-fragment': 'У этого обхода нет фрагмента Веба: запуски обхода фрагмента не записали.',
  'no-graph-sample':
    'Файл, по которому рисуется граф сайта, отсутствует или повреждён; записать файл заново: {command}',
  'no-graph-picture': 'Файл, по которому рисуется граф сайта, отсутствует или повреждён; начните обход ещё раз.',
  'name-length': 'Имя слишком длинно для файла; допустимо 255 байтов.',
  'no-space': 'Диск заполнен; освободите место и повторите.',
  'folder-denied': 'Папка обходов для этого не годится: нет доступа ({fault}).',
  'machine-busy': 'Машине сейчас не хватает ресурсов ({fault}); повторите позже.',

  // кто спрашивает
  'no-token': 'Ключ не пришёл: ключ есть в ссылке, которую напечатал orbweaver serve.',
  'wrong-token': 'Ключ не подходит к этому серверу: правильный ключ есть в ссылке, которую напечатал orbweaver serve.',
  'many-tokens': 'Слишком много неверных ключей; повторите через минуту.',
  'other-page': `${refused}допустима страница этого сервера.`,
  'cookie-alone': `${refused}допустима страница этого сервера или ключ (Authorization: Bearer).`,
  'no-credentials': 'Нет ключей доступа к AWS ({why}); допустимо всё, что берёт AWS CLI, или ORBWEAVER_API_KEY.',
  'api-refused': 'API ответил {status}: {why}.',
  'api-denied': 'API ответил 403: {why}. Проверьте ключи доступа и регион AWS или ORBWEAVER_API_KEY.',
  'api-silent': 'Развёрнутый API не отвечает; причину печатает orbweaver serve.',

  // сбои обхода
  'search-without-word': `${refused}допустим запрос со словом, которое должно быть в тексте.`,
  'search-too-long': `${refused}допустимы не более {most} слов.`,
  'no-such-watch': 'Такого наблюдения здесь нет.',
  'no-watches-here':
    'Здесь наблюдения не начинаются; можно в стеке, развёрнутом с -c publications=true, или на этой машине командой orbweaver watch new.',
  'nothing-to-watch':
    'Наблюдать не за чем: ни у одного из источников ({count}) нет ни лент, ни карт сайта, ни списков ссылок.',
  'no-such-source': '{at}источника {value} в этом наблюдении нет.',
  'no-such-publication': 'Такой публикации в этом наблюдении нет.',
  'no-such-version': '{at}версии {value} у этой публикации нет.',
  'no-organizations-here': 'Наблюдение не ищет организаций; допустим список: orbweaver watch organizations set.',
  'no-such-organization': '{at}организации {value} в списке этого наблюдения нет.',
  'list-changed': 'Тем временем задан другой список; откройте его и внесите изменение снова.',
  'list-syntax': 'Список не читается как {format} ({why}).',
  'page-not-had': '{at}страница {value} не получена: {outcome}[ ({status})].',

  'no-subject': '{at}{value} не подходит; допустимо то, что упомянуто в публикации (организации из списка).',
  'text-changed': '{at}{value} не подходит: текст с тех пор изменился; допустима последняя версия, {latest}.',
  'nothing-to-undo': '{at}у {value} здесь нет оценки, которую можно отменить.',
  'unknown-label': '{at}{value} не подходит; допустим номер оценки из того же файла.',
  'label-unknown-url': '{at}по адресу {value} в этом наблюдении нет публикации.',
  'label-other-text': '{at}{value}: ни у одной версии публикации нет такого текста.',
  'label-in-future': '{at}{value} не подходит; допустимо время, которое уже наступило.',
  'no-labels-here': 'Оценки здесь не хранятся; допустима команда orbweaver serve на машине наблюдения.',
  'no-model-file': 'Файл этой модели не хранится; модели перечисляет GET /watches/ID/quality.',
  'no-training-here':
    'Здесь модели не обучаются; можно обучить модель на одной машине по выгруженным оценкам (orbweaver labels import, tone retrain) и передать её файл: POST /watches/ID/models.',
  'training-runs': 'Модель этого наблюдения сейчас обучается; дождитесь окончания.',
  'tone-model-none': '{file} — не модель тона этой программы; какие модели есть, покажет orbweaver tone list.',
  'tone-model-cut':
    'В файле {file} {length} байтов, а его заголовку нужно {needed}: файл повреждён, получите его заново.',
  'tone-model-numbers': 'В файле {file} есть веса, которые не числа: файл повреждён, получите его заново.',
  'tone-model-newer':
    'Модель {file} сделала более новая версия ({has}); эта читает {allowed}: обновите orbweaver или обучите модель заново (orbweaver tone train).',
  'tone-model-older':
    'Модель {file} сделала более старая версия ({has}) с другими признаками; эта читает {allowed}: обучите модель заново (orbweaver tone train).',
  'tone-model-language': 'Модель {file} — для языка {has}, а нужна для {allowed}: дайте модель этого языка.',
  'tone-model-words': 'Модель {file} обучена с другим файлом слов ({language}): обучите модель заново.',
  'tone-endpoint':
    '{at}{value} — не адрес сервера модели; нужно то, что стоит перед /chat/completions, например http://localhost:11434/v1, без имени и пароля.',
  'tone-consent': 'Тексты ушли бы с этой машины на {host}: добавьте --consent, если их можно туда отправлять.',
  'tone-key': 'В ORBWEAVER_TONE_KEY есть знаки, которых в ключе не бывает; допустимы видимые знаки ASCII без пробелов.',
  'tone-key-unencrypted':
    'Ключ из ORBWEAVER_TONE_KEY ушёл бы на {host} без шифрования; допустимы https или адрес этой машины.',
  'tone-price': 'К --budget нужна и цена модели: --price IN/OUT, в долларах за миллион токенов вопросов и ответов.',
  'tone-endpoint-refused': '{address} отказал, код ответа {status}[: {told}].',
  'tone-endpoint-silent':
    '{engine} на {host} не ответил о {times} предложениях подряд; больше запросов не будет. Полученные ответы записаны.',
  'tone-bedrock':
    'Amazon Bedrock получает тексты и стоит денег: нужны --consent, --budget (доллары) и --price IN/OUT, в долларах за миллион токенов вопросов и ответов.',
  'tone-bedrock-region': 'AWS_REGION: {region}; нужен регион модели, например eu-central-1.',
  'tone-credentials':
    'Учётных данных AWS нет там, где их ищет командная строка AWS; задайте их, как для других программ AWS.',
  'tone-onnx-runtime':
    'Моделям ONNX нужен пакет onnxruntime-node (около 300 МБ), он не установлен: выполните npm install onnxruntime-node рядом с orbweaver.',
  'tone-onnx-runtime-bad': 'Пакет onnxruntime-node установлен, но не загружается: {trouble}.',
  'tone-onnx-file': 'Файла {file} нет; нужны model.onnx и tokenizer.json в одной папке.',
  'tone-onnx-long': 'Файл {file} слишком велик; допустимо {most} байтов.',
  'tone-onnx': 'Файл {file} не годится как модель ONNX: {trouble}.',
  'tone-onnx-inputs':
    'Модели {file} нужны входы {inputs}; допустимы input_ids, attention_mask и token_type_ids классификатора пар предложений.',
  'tone-onnx-labels': 'В config.json классы {labels}; допустимы negative, neutral и positive, каждый один раз.',
  'tone-tokenizer':
    'Токенизатор в {file} здесь не читается; допустимы WordPiece (BERT) с [CLS] и [SEP] и Unigram (XLM-RoBERTa) с <s> и </s>.',
  'directory-missing': 'Папки обхода нет: её удалили, или обход не начался.',
  'ended-unbegun': 'Процесс обхода завершился, не начав его.',
  interrupted: 'Обход прерван: над ним не работает ни один процесс. Его можно продолжить.',
  'watch-not-begun': 'Найдено, что есть у источников; наблюдение ждёт, когда его начнут.',
  'nothing-crawled': 'Ничего не обойдено ({reason}): {whys}[; и ещё сайтов: {more}].',
  'task-failed': 'Сбой: {why}',
  'execution-ended': 'Выполнение {name} закончилось ({status})[: {why}].',
  'process-failed': 'Внутренняя ошибка: {why}',
};

/** A refusal of the app in Russian; undefined if the page does not know its code. */
export function inRussian({ code, field, value = 'пустое значение', allowed = {} }: ToldRefusal): string | undefined {
  if (!isKnown(code)) return undefined;
  const facts: NonNullable<Refusal['allowed']> = { ...allowed, at: field === undefined ? '' : fieldName(field), value };
  const namesIn = (part: string): string[] => Array.from(part.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  return refusalsRu[code]
    .replaceAll(/\[([^\]]*)\]/g, (_, part: string) => (namesIn(part).every(name => name in facts) ? part : ''))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => [facts[name] ?? ''].flat().join(', '));
}

function isKnown(code: string): code is RefusalCode {
  return Object.hasOwn(refusalsRu, code);
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
  const word = words[path] ?? (`field.${path}` in dictionaries.ru ? (`field.${path}` as Word) : undefined);
  return `${word === undefined ? field : String(dictionaries.ru[word])}: `;
}
