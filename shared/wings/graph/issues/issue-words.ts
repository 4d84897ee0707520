/**
 * Words of each check: its title, why it matters, how to mend it, and the source of its definition; of checks without a source
 * the definition is ours. Rows of reports are in this order. The console loads this module, so it imports nothing.
 */

/** `error`: something does not work. `warning`: visitors or search engines are led wrong. `notice`: worth a look. */
export const severities = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

interface Words {
  readonly title: string;
  readonly why: string;
  readonly mend: string;
}

export interface IssueWords {
  readonly key: string;
  readonly severity: Severity;
  readonly source?: string;
  readonly en: Words;
  readonly ru: Words;
}

export const issueWords: readonly IssueWords[] = [
  {
    key: 'broken-link',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5',
    en: {
      title: 'Links to addresses that fail',
      why: 'Visitors end at an error, and search engines drop the address.',
      mend: 'Correct or remove the links, or redirect the address to its successor; broken.csv names every link.',
    },
    ru: {
      title: 'Ссылки на адреса с ошибкой',
      why: 'Посетитель попадает на ошибку, а поисковая система исключает адрес.',
      mend: 'Исправьте или уберите ссылки либо перенаправьте адрес на его замену; все ссылки — в broken.csv.',
    },
  },
  {
    key: 'server-error',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.6',
    en: {
      title: 'Links to addresses with a server error',
      why: 'The server fails while it answers (5xx).',
      mend: 'Look into the logs of the server for these addresses.',
    },
    ru: {
      title: 'Ссылки на адреса с ошибкой сервера',
      why: 'Сервер не справляется с ответом (5xx).',
      mend: 'Посмотрите журнал сервера по этим адресам.',
    },
  },
  {
    key: 'blocked-link',
    severity: 'notice',
    en: {
      title: 'Linked addresses that refuse this crawler',
      why: 'They may live: a wall, a login or a price keeps programs out.',
      mend: 'Open them in a browser; let the crawler in if they belong to the study.',
    },
    ru: {
      title: 'Адреса по ссылкам, не пускающие программу',
      why: 'Они могут работать: программу не пускают защита, вход или оплата.',
      mend: 'Откройте их в браузере; разрешите обход, если они нужны.',
    },
  },
  {
    key: 'redirect-loop',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.4',
    en: {
      title: 'Redirects without end',
      why: 'No browser ever arrives.',
      mend: 'Correct the redirect that leads back.',
    },
    ru: {
      title: 'Бесконечные перенаправления',
      why: 'Ни один браузер не дойдёт до страницы.',
      mend: 'Исправьте перенаправление, которое ведёт назад.',
    },
  },
  {
    key: 'redirect-nowhere',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2',
    en: {
      title: 'Redirects to no address',
      why: 'The field Location is missing or is no address of the Web.',
      mend: 'Send a Location with an http(s) address.',
    },
    ru: {
      title: 'Перенаправления без адреса',
      why: 'Поле Location отсутствует или не содержит адреса.',
      mend: 'Укажите в Location адрес http(s).',
    },
  },
  {
    key: 'redirect-broken',
    severity: 'error',
    en: {
      title: 'Redirects that end at a failure',
      why: 'The address looks alive and leads to an error.',
      mend: 'Redirect to a page that exists.',
    },
    ru: {
      title: 'Перенаправления, ведущие к ошибке',
      why: 'Адрес выглядит живым, но ведёт к ошибке.',
      mend: 'Перенаправьте на существующую страницу.',
    },
  },
  {
    key: 'redirect-chain',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    en: {
      title: 'Chains of redirects',
      why: 'Each hop costs time; crawlers give up after some.',
      mend: 'Redirect to the last address at once.',
    },
    ru: {
      title: 'Цепочки перенаправлений',
      why: 'Каждый шаг отнимает время; роботы бросают длинные цепочки.',
      mend: 'Перенаправляйте сразу на последний адрес.',
    },
  },
  {
    key: 'redirect-linked',
    severity: 'notice',
    en: { title: 'Links to redirects', why: 'Visitors wait for a second request.', mend: 'Link to the target.' },
    ru: {
      title: 'Ссылки на перенаправления',
      why: 'Посетитель ждёт второго запроса.',
      mend: 'Ссылайтесь прямо на цель.',
    },
  },
  {
    key: 'redirect-temporary',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    en: {
      title: 'Temporary redirects',
      why: 'Search engines may keep the old address.',
      mend: 'Use 301 or 308 if the move is for good.',
    },
    ru: {
      title: 'Временные перенаправления',
      why: 'Поисковые системы могут сохранить старый адрес.',
      mend: 'Если переезд навсегда, используйте 301 или 308.',
    },
  },
  {
    key: 'external-broken',
    severity: 'warning',
    en: {
      title: 'External links that fail',
      why: 'The linked address gave no page (--check-external).',
      mend: 'Link to the new place, or remove the link.',
    },
    ru: {
      title: 'Внешние ссылки с ошибкой',
      why: 'Адрес другого сайта не дал страницы (--check-external).',
      mend: 'Укажите новый адрес или уберите ссылку.',
    },
  },
  {
    key: 'external-moved',
    severity: 'notice',
    en: {
      title: 'External links that have moved',
      why: 'A lasting redirect leads elsewhere (--check-external).',
      mend: 'Link to the target.',
    },
    ru: {
      title: 'Внешние ссылки, сменившие адрес',
      why: 'Постоянное перенаправление ведёт на другой адрес (--check-external).',
      mend: 'Ссылайтесь на новый адрес.',
    },
  },
  {
    key: 'external-blocked',
    severity: 'notice',
    en: {
      title: 'External links that refuse this crawler',
      why: 'They may live (--check-external).',
      mend: 'Open them in a browser.',
    },
    ru: {
      title: 'Внешние ссылки, не пускающие программу',
      why: 'Они могут работать (--check-external).',
      mend: 'Откройте их в браузере.',
    },
  },
  {
    key: 'bad-link',
    severity: 'error',
    source: 'https://url.spec.whatwg.org/',
    en: {
      title: 'Links that are no address',
      why: 'A browser cannot follow them.',
      mend: 'Correct the address; bad.csv has them all.',
    },
    ru: {
      title: 'Ссылки без адреса',
      why: 'Браузер не может по ним перейти.',
      mend: 'Исправьте адрес; все они — в bad.csv.',
    },
  },
  {
    key: 'title-missing',
    severity: 'error',
    source: 'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
    en: {
      title: 'Pages without a title',
      why: 'Tabs, bookmarks and search results show the address instead.',
      mend: 'Give each page a title element.',
    },
    ru: {
      title: 'Страницы без заголовка title',
      why: 'Вкладки, закладки и поиск показывают вместо него адрес.',
      mend: 'Добавьте элемент title на каждую страницу.',
    },
  },
  {
    key: 'title-double',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/appearance/title-link',
    en: {
      title: 'Pages with the title of another page',
      why: 'Visitors cannot tell them apart in results and tabs.',
      mend: 'Give each page its own title.',
    },
    ru: {
      title: 'Страницы с одинаковым title',
      why: 'В поиске и вкладках их не различить.',
      mend: 'Дайте каждой странице свой title.',
    },
  },
  {
    key: 'title-long',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/appearance/title-link',
    en: {
      title: 'Titles of more than 60 characters',
      why: 'Results of searches cut them.',
      mend: 'Say what matters first, and less.',
    },
    ru: {
      title: 'Заголовки title длиннее 60 знаков',
      why: 'Поисковая выдача их обрезает.',
      mend: 'Начните с главного и сократите.',
    },
  },
  {
    key: 'title-short',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/appearance/title-link',
    en: {
      title: 'Titles of less than 10 characters',
      why: 'They hardly say what the page is about.',
      mend: 'Describe the page in some words.',
    },
    ru: {
      title: 'Заголовки title короче 10 знаков',
      why: 'По ним не понять, о чём страница.',
      mend: 'Опишите страницу несколькими словами.',
    },
  },
  {
    key: 'soft-404',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    en: {
      title: 'Pages that say they are missing, with status 200',
      why: 'Search engines take the error for a page.',
      mend: 'Answer with 404 or 410.',
    },
    ru: {
      title: 'Страницы «не найдено» с кодом 200',
      why: 'Поисковая система принимает ошибку за страницу.',
      mend: 'Отвечайте кодом 404 или 410.',
    },
  },
  {
    key: 'empty-page',
    severity: 'error',
    en: {
      title: 'Pages without a word',
      why: 'Nothing is there to read; perhaps scripts draw the page.',
      mend: 'Send the text with the page, or crawl with --render.',
    },
    ru: {
      title: 'Страницы без единого слова',
      why: 'Читать нечего; возможно, страницу рисуют скрипты.',
      mend: 'Передавайте текст вместе со страницей либо обходите с --render.',
    },
  },
  {
    key: 'thin-page',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    en: {
      title: 'Pages with less than 100 words',
      why: 'They may not answer what a visitor asks; menus count, too.',
      mend: 'Add text, or join such pages.',
    },
    ru: {
      title: 'Страницы короче 100 слов',
      why: 'Посетитель может не найти ответа; слова меню тоже считаются.',
      mend: 'Дополните текст или объедините страницы.',
    },
  },
  {
    key: 'same-content',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    en: {
      title: 'Pages with further addresses of the same content',
      why: 'Search engines choose one of them; counts are split.',
      mend: 'Redirect the others, or name one as canonical; merges.csv has them.',
    },
    ru: {
      title: 'Страницы, доступные по нескольким адресам',
      why: 'Поисковая система выберет один из них, статистика разделится.',
      mend: 'Перенаправьте остальные или укажите канонический; все — в merges.csv.',
    },
  },
  {
    key: 'near-duplicate',
    severity: 'notice',
    source: 'https://www.cs.princeton.edu/courses/archive/spr05/cos598E/bib/broder97resemblance.pdf',
    en: {
      title: 'Pages that nearly repeat another one',
      why: 'Their texts agree (--near-duplicates).',
      mend: 'Join them, or name one as canonical.',
    },
    ru: {
      title: 'Страницы, почти повторяющие другую',
      why: 'Их тексты совпадают (--near-duplicates).',
      mend: 'Объедините их или укажите канонический адрес.',
    },
  },
  {
    key: 'canonical-broken',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc6596',
    en: {
      title: 'Canonical addresses that fail',
      why: 'The page says that a missing page stands for it.',
      mend: 'Name a page that exists.',
    },
    ru: {
      title: 'Канонические адреса с ошибкой',
      why: 'Страница указывает вместо себя несуществующую.',
      mend: 'Укажите существующую страницу.',
    },
  },
  {
    key: 'canonical-redirect',
    severity: 'warning',
    source: 'https://www.rfc-editor.org/rfc/rfc6596#section-3',
    en: {
      title: 'Canonical addresses that redirect',
      why: 'RFC 6596 advises against it, and search engines may ignore it.',
      mend: 'Name the target of the redirect.',
    },
    ru: {
      title: 'Канонические адреса с перенаправлением',
      why: 'RFC 6596 этого не советует, поиск может не учесть.',
      mend: 'Укажите цель перенаправления.',
    },
  },
  {
    key: 'canonical-chain',
    severity: 'warning',
    source: 'https://www.rfc-editor.org/rfc/rfc6596#section-3',
    en: {
      title: 'Canonical addresses that name another one',
      why: 'It is not clear which page counts.',
      mend: 'Name the last page of the chain.',
    },
    ru: {
      title: 'Цепочки канонических адресов',
      why: 'Неясно, какая страница основная.',
      mend: 'Укажите последнюю страницу цепочки.',
    },
  },
  {
    key: 'canonical-noindex',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    en: {
      title: 'Canonical addresses of pages with noindex',
      why: 'Neither of the two may be found.',
      mend: 'Take noindex away, or name another page.',
    },
    ru: {
      title: 'Канонические адреса страниц с noindex',
      why: 'Ни одна из двух страниц не попадёт в поиск.',
      mend: 'Уберите noindex или укажите другую страницу.',
    },
  },
  {
    key: 'canonical-other',
    severity: 'notice',
    source: 'https://www.rfc-editor.org/rfc/rfc6596',
    en: {
      title: 'Pages with another page as canonical',
      why: 'They will not be found themselves; often that is meant.',
      mend: 'Look whether each is meant.',
    },
    ru: {
      title: 'Страницы с другой канонической',
      why: 'Сами они в поиск не попадут; часто так и задумано.',
      mend: 'Проверьте, задумано ли это.',
    },
  },
  {
    key: 'canonical-elsewhere',
    severity: 'warning',
    source: 'https://www.rfc-editor.org/rfc/rfc6596',
    en: {
      title: 'Canonical addresses of other sites',
      why: 'The page says that it belongs to another site.',
      mend: 'Name a page of this site, unless the text is from there.',
    },
    ru: {
      title: 'Канонические адреса других сайтов',
      why: 'Страница объявляет себя частью другого сайта.',
      mend: 'Укажите страницу этого сайта, если текст не взят оттуда.',
    },
  },
  {
    key: 'noindex-linked',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    en: {
      title: 'Linked pages with noindex',
      why: 'Visitors find them, search engines shall not.',
      mend: 'Look whether each is meant.',
    },
    ru: {
      title: 'Страницы с noindex, на которые есть ссылки',
      why: 'Посетители их находят, а поиск — нет.',
      mend: 'Проверьте, задумано ли это.',
    },
  },
  {
    key: 'nofollow-page',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    en: {
      title: 'Pages with nofollow',
      why: 'Search engines do not follow their links.',
      mend: 'Look whether each is meant.',
    },
    ru: {
      title: 'Страницы с nofollow',
      why: 'Поисковые системы не идут по их ссылкам.',
      mend: 'Проверьте, задумано ли это.',
    },
  },
  {
    key: 'hreflang-no-return',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    en: {
      title: 'Language versions that do not name the page back',
      why: 'Search engines ignore such pairs.',
      mend: 'Let each version name all versions.',
    },
    ru: {
      title: 'Языковые версии без обратной ссылки hreflang',
      why: 'Поисковые системы не учитывают такие пары.',
      mend: 'Каждая версия должна называть все версии.',
    },
  },
  {
    key: 'hreflang-broken',
    severity: 'error',
    source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    en: {
      title: 'Language versions that fail',
      why: 'The address in hreflang gives no page.',
      mend: 'Name a page that exists.',
    },
    ru: {
      title: 'Языковые версии с ошибкой',
      why: 'Адрес в hreflang не даёт страницы.',
      mend: 'Укажите существующую страницу.',
    },
  },
  {
    key: 'hreflang-redirect',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    en: {
      title: 'Language versions that redirect',
      why: 'The address in hreflang is not that of the page.',
      mend: 'Name the target.',
    },
    ru: {
      title: 'Языковые версии с перенаправлением',
      why: 'Адрес в hreflang — не адрес самой страницы.',
      mend: 'Укажите цель перенаправления.',
    },
  },
  {
    key: 'hreflang-no-self',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    en: {
      title: 'Pages whose language versions leave the page out',
      why: 'Each version has to name itself, too.',
      mend: 'Add the page to its own list.',
    },
    ru: {
      title: 'Страницы, не названные в своём hreflang',
      why: 'Каждая версия должна называть и себя.',
      mend: 'Добавьте страницу в её собственный список.',
    },
  },
  {
    key: 'hreflang-code',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc5646',
    en: {
      title: 'Language versions with a code that is none',
      why: 'A code is a language, perhaps with a script and a region.',
      mend: 'Write codes as en, en-GB, zh-Hant, x-default.',
    },
    ru: {
      title: 'Языковые версии с неверным кодом',
      why: 'Код — это язык, возможно с письменностью и страной.',
      mend: 'Пишите коды так: en, en-GB, zh-Hant, x-default.',
    },
  },
  {
    key: 'language-missing',
    severity: 'warning',
    source: 'https://www.w3.org/TR/WCAG22/#language-of-page',
    en: {
      title: 'Pages that do not say their language',
      why: 'Screen readers and translators have to guess.',
      mend: 'Write lang in the html element.',
    },
    ru: {
      title: 'Страницы без указания языка',
      why: 'Программам чтения и переводчикам приходится гадать.',
      mend: 'Укажите lang в элементе html.',
    },
  },
  {
    key: 'charset-missing',
    severity: 'notice',
    source: 'https://www.w3.org/International/articles/http-charset/index',
    en: {
      title: 'Answers without an encoding in their header',
      why: 'Readers depend on the meta element alone.',
      mend: 'Send Content-Type: text/html; charset=utf-8.',
    },
    ru: {
      title: 'Ответы без кодировки в заголовке',
      why: 'Всё зависит от одного элемента meta.',
      mend: 'Передавайте Content-Type: text/html; charset=utf-8.',
    },
  },
  {
    key: 'http-page',
    severity: 'error',
    source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    en: {
      title: 'Pages without encryption on a site with it',
      why: 'Browsers warn of them.',
      mend: 'Redirect http to https.',
    },
    ru: {
      title: 'Страницы без шифрования на сайте с https',
      why: 'Браузеры предупреждают о них.',
      mend: 'Перенаправьте http на https.',
    },
  },
  {
    key: 'orphan',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    en: {
      title: 'Orphans: pages to which no clicks lead',
      why: 'Only a sitemap names them (--sitemaps add).',
      mend: 'Link to them, or take them from the sitemap.',
    },
    ru: {
      title: 'Сироты: страницы, к которым не ведут щелчки',
      why: 'Их называет только карта сайта (--sitemaps add).',
      mend: 'Поставьте ссылки или уберите их из карты сайта.',
    },
  },
  {
    key: 'deep-page',
    severity: 'notice',
    en: {
      title: 'Pages more than 5 clicks deep',
      why: 'Visitors and crawlers seldom come so far.',
      mend: 'Link to them from lists nearer to the start page.',
    },
    ru: {
      title: 'Страницы глубже 5 щелчков',
      why: 'Посетители и роботы редко доходят так далеко.',
      mend: 'Поставьте ссылки ближе к начальной странице.',
    },
  },
  {
    key: 'dead-end',
    severity: 'warning',
    en: { title: 'Pages without a link', why: 'Visitors can only go back.', mend: 'Add the menu of the site.' },
    ru: { title: 'Страницы без ссылок', why: 'С них можно только вернуться назад.', mend: 'Добавьте меню сайта.' },
  },
  {
    key: 'many-links',
    severity: 'notice',
    en: { title: 'Pages that link to more than 1,000 others', why: 'Nobody reads so many.', mend: 'Split the list.' },
    ru: {
      title: 'Страницы со ссылками более чем на 1000 других',
      why: 'Столько никто не прочтёт.',
      mend: 'Разделите список.',
    },
  },
  {
    key: 'large-page',
    severity: 'warning',
    en: {
      title: 'Pages of more than 1 MB',
      why: 'The document alone, without images, is slow on phones.',
      mend: 'Split it, or take inline data out.',
    },
    ru: {
      title: 'Страницы больше 1 МБ',
      why: 'Сам документ, без картинок, медленно грузится на телефоне.',
      mend: 'Разделите его или вынесите встроенные данные.',
    },
  },
  {
    key: 'too-large',
    severity: 'error',
    en: {
      title: 'Pages larger than a page may be',
      why: 'They were not read (10 MB unless another limit is set).',
      mend: 'Split them.',
    },
    ru: {
      title: 'Страницы больше допустимого',
      why: 'Они не прочитаны (10 МБ, если не задан другой предел).',
      mend: 'Разделите их.',
    },
  },
  {
    key: 'not-text',
    severity: 'error',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#section-8.3',
    en: {
      title: 'Files sent as pages',
      why: 'The answer says text/html, and its bytes are another file.',
      mend: 'Send the right Content-Type.',
    },
    ru: {
      title: 'Файлы, переданные как страницы',
      why: 'Ответ объявлен text/html, но это другой файл.',
      mend: 'Передавайте верный Content-Type.',
    },
  },
  {
    key: 'robots-linked',
    severity: 'notice',
    source: 'https://www.rfc-editor.org/rfc/rfc9309',
    en: {
      title: 'Linked addresses that robots.txt forbids',
      why: 'Search engines may show them without their text.',
      mend: 'Allow them, or use noindex.',
    },
    ru: {
      title: 'Адреса по ссылкам, запрещённые robots.txt',
      why: 'Поиск может показать их без текста.',
      mend: 'Разрешите их или используйте noindex.',
    },
  },
  {
    key: 'address-uppercase',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    en: {
      title: 'Addresses with capital letters',
      why: 'Paths differ by case, so spellings become several pages.',
      mend: 'Use small letters, and redirect the others.',
    },
    ru: {
      title: 'Адреса с заглавными буквами',
      why: 'Регистр пути значим: варианты написания становятся разными страницами.',
      mend: 'Пишите строчными и перенаправляйте остальные.',
    },
  },
  {
    key: 'address-underscore',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    en: {
      title: 'Addresses with underscores',
      why: 'Search engines separate words by hyphens.',
      mend: 'Use hyphens for new pages.',
    },
    ru: {
      title: 'Адреса с подчёркиванием',
      why: 'Поисковые системы делят слова по дефису.',
      mend: 'Для новых страниц используйте дефис.',
    },
  },
  {
    key: 'address-session',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    en: {
      title: 'Addresses with ids of sessions',
      why: 'One page gets an address for each visitor.',
      mend: 'Keep sessions in cookies; --drop-params joins them.',
    },
    ru: {
      title: 'Адреса с идентификатором сеанса',
      why: 'Одна страница получает адрес на каждого посетителя.',
      mend: 'Храните сеанс в cookie; --drop-params объединит адреса.',
    },
  },
  {
    key: 'address-parameters',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    en: {
      title: 'Addresses with more than 3 parameters',
      why: 'They are often the same page in another order.',
      mend: 'Leave out what does not change the page.',
    },
    ru: {
      title: 'Адреса более чем с 3 параметрами',
      why: 'Часто это одна страница в разном порядке.',
      mend: 'Уберите то, что не меняет страницу.',
    },
  },
  {
    key: 'address-long',
    severity: 'notice',
    source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    en: {
      title: 'Addresses of more than 200 characters',
      why: 'They break in mails and tables.',
      mend: 'Shorten them.',
    },
    ru: { title: 'Адреса длиннее 200 знаков', why: 'Они рвутся в письмах и таблицах.', mend: 'Сократите их.' },
  },
  {
    key: 'sitemap-broken',
    severity: 'error',
    source: 'https://www.sitemaps.org/protocol.html',
    en: {
      title: 'Addresses in a sitemap that fail',
      why: 'A sitemap shall list pages that exist (--sitemaps).',
      mend: 'Take them out.',
    },
    ru: {
      title: 'Адреса карты сайта с ошибкой',
      why: 'В карте должны быть существующие страницы (--sitemaps).',
      mend: 'Уберите их.',
    },
  },
  {
    key: 'sitemap-redirect',
    severity: 'warning',
    source: 'https://www.sitemaps.org/protocol.html',
    en: {
      title: 'Addresses in a sitemap that redirect',
      why: 'A sitemap shall list the last address (--sitemaps).',
      mend: 'List the target.',
    },
    ru: {
      title: 'Адреса карты сайта с перенаправлением',
      why: 'В карте должен быть конечный адрес (--sitemaps).',
      mend: 'Укажите цель.',
    },
  },
  {
    key: 'sitemap-elsewhere',
    severity: 'warning',
    source: 'https://www.sitemaps.org/protocol.html',
    en: {
      title: 'Addresses in a sitemap of another site',
      why: 'Search engines ignore them (--sitemaps).',
      mend: 'List only addresses of the host of the sitemap.',
    },
    ru: {
      title: 'Адреса других сайтов в карте сайта',
      why: 'Поисковые системы их не учитывают (--sitemaps).',
      mend: 'Указывайте только адреса того же сервера.',
    },
  },
  {
    key: 'sitemap-noindex',
    severity: 'warning',
    source: 'https://www.sitemaps.org/protocol.html',
    en: {
      title: 'Addresses in a sitemap with noindex',
      why: 'The sitemap offers what the page forbids (--sitemaps).',
      mend: 'Decide for one of the two.',
    },
    ru: {
      title: 'Адреса карты сайта с noindex',
      why: 'Карта просит о том, что страница запрещает (--sitemaps).',
      mend: 'Выберите одно из двух.',
    },
  },
  {
    key: 'sitemap-robots',
    severity: 'warning',
    source: 'https://www.sitemaps.org/protocol.html',
    en: {
      title: 'Addresses in a sitemap that robots.txt forbids',
      why: 'The sitemap offers what robots.txt forbids (--sitemaps).',
      mend: 'Decide for one of the two.',
    },
    ru: {
      title: 'Адреса карты сайта, запрещённые robots.txt',
      why: 'Карта просит о том, что запрещает robots.txt (--sitemaps).',
      mend: 'Выберите одно из двух.',
    },
  },
  {
    key: 'sitemap-canonical',
    severity: 'warning',
    source: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    en: {
      title: 'Addresses in a sitemap with another canonical address',
      why: 'A sitemap shall list canonical addresses (--sitemaps).',
      mend: 'List the canonical address.',
    },
    ru: {
      title: 'Адреса карты сайта с другим каноническим',
      why: 'В карте должны быть канонические адреса (--sitemaps).',
      mend: 'Укажите канонический адрес.',
    },
  },
  {
    key: 'sitemap-missing',
    severity: 'notice',
    source: 'https://www.sitemaps.org/protocol.html',
    en: {
      title: 'Pages that no sitemap lists',
      why: 'Search engines find them later (--sitemaps).',
      mend: 'Add them to the sitemap.',
    },
    ru: {
      title: 'Страницы, которых нет в карте сайта',
      why: 'Поисковые системы найдут их позже (--sitemaps).',
      mend: 'Добавьте их в карту сайта.',
    },
  },
];
