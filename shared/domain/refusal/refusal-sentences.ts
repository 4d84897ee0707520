/**
 * The closed list of refusals: each code with its sentence in English. `functions/console/words/refusals-ru.json` has the
 * Russian sentences. `{name}` is a fact of the refusal, `{at}` its field with a colon, `{value}` the given value; a
 * part in brackets is left out if one of its facts is missing.
 */
const refused = '{at}{value} is refused; ';
const again = '[, then: {next}]';

export const refusalSentences = {
  // Values of a spec, of an option or of a request.
  'whole-number': `${refused}allowed is a whole number from {least} to {most} ({of}).`,
  'time-span': `${refused}allowed is a time of {least} to {most} seconds, written as 90, 90s, 15m, 2h or 1d.`,
  range: `${refused}allowed is {least} to {most}.`,
  line: `${refused}allowed is a line of 1 to {most} characters.`,
  text: `${refused}allowed is a text.`,
  number: `${refused}allowed is a number.`,
  needed: `${refused}it is needed.`,
  'least-size': `${refused}allowed is a size of {least} or more.`,
  'most-size': `${refused}allowed is a size of {most} or less.`,
  'other-shape': `${refused}it is not what was expected ({why}).`,
  list: `${refused}allowed is a list of {of}.`,
  mapping: `${refused}allowed is a mapping {of}.`,
  'one-of': `${refused}allowed are {names}.`,
  'later-than': `${refused}allowed is a time later than {since}, for nothing is between.`,
  'some-of': `${refused}allowed is at least one of {names}.`,
  share: `${refused}allowed is a number from 0 to 1.`,
  'true-false': `${refused}allowed are true and false.`,
  'times-of-pages': `${refused}only tables of pages (pages/SITE.csv) take it.`,
  'on-off': `${refused}allowed are on and off.`,
  'always-on': `${refused}it cannot be switched off, the URL standard does it by itself.`,
  address: `${refused}allowed is an http or https address, for example https://example.org/.`,
  receiver: `${refused}allowed is an http or https address, or mailto:ADDRESS.`,
  'mail-server':
    '{at}a missing or other address is refused; a mail needs smtps://USER@HOST:465 or smtp://USER@HOST:587, without a password.',
  sender: '{at}allowed is the mail address of the sender.',
  'unknown-tag': `${refused}no source is so tagged[; tags are {names}].`,
  'alert-name': `${refused}allowed are 1 to 40 letters, digits, blanks, "-" and "_".`,
  'no-such-alert': '{at}{value} is no alert of this watch; allowed are {names}.',
  'no-alert': '{at}{value} is no alert of this watch; it has none.',
  'no-such-feed': 'There is no feed at this address.',
  'named-zone': `${refused}allowed is a name of the IANA time zone database, e.g. Europe/Berlin.`,
  'time-of-day': `${refused}allowed is a time of the day, for example 08:30.`,
  'alerts-elsewhere':
    'An account sends no alerts; each look with news is an event of its bus (EventBridge), which rules send on.',
  'site-host': `${refused}allowed is a host with a dot (www.example.org), localhost, an IP address, or an http or https address.`,
  'any-address': `${refused}allowed is an absolute address, for example https://example.org/.`,
  'address-length': `${refused}allowed are at most {most} characters, it has {length}.`,
  scheme: `${refused}allowed are http and https, not {scheme}.`,
  credentials: `${refused}addresses with a user name or a password are not supported, give it without them.`,
  'host-characters': `${refused}allowed are hosts of letters, digits, ".", "-" and "_", or protocol://host;maxDownloadsAtTime;maxCrawlLevel;crawlDelay.`,
  pattern: `${refused}allowed is a regular expression (RE2)[, and here: {why}].`,
  'user-agent': `${refused}allowed is a product name, for example Orbweaver/0.1 (+https://example.org/about).`,
  'user-agent-characters': `${refused}allowed is printable ASCII that starts with a letter.`,
  'most-characters': `${refused}allowed are at most {most} characters.`,
  'header-line': '{at}the value is refused; allowed is NAME: VALUE in printable ASCII, for example "X-Key: 12".',
  'header-option': `${refused}allowed is the option {instead} for it.`,
  'header-reserved': `${refused}the crawler sets this header by itself; leave it out.`,
  'login-pair': '{at}the value is refused; allowed is USER:PASSWORD.',
  'cookie-file': `${refused}allowed is cookies.txt as curl and browsers write it, or JSON of cookies with name, value and domain.`,
  'no-cookies':
    '{at}no cookie in {path} is of a host of this crawl, or all are expired; log in again, then write the file anew.',
  'proxy-address':
    '{at}the value is refused; allowed is http, https, socks5 or socks5h with a host, for example socks5://127.0.0.1:1080.',
  'https-origin': '{at}allowed is an https origin without a path, for example https://maps.example.',
  'no-identity-key':
    '{at}there is no key of yours, or other users can read it; orbweaver identity DIRECTORY --key ORIGIN makes one.',
  'ca-file': `${refused}allowed is a file of certificates in PEM (-----BEGIN CERTIFICATE-----).`,
  'no-netrc-entry': `${refused}it has no login for a host of this crawl.`,
  'login-page': '{address} cannot be opened: {why}.',
  'login-step': 'Step {number} ({kind} {selector}) cannot be done: {why}.',
  'login-steps': `${refused}allowed is a list of steps: open, fill with value, env or file, click, wait.`,
  'no-variable': `${refused}there is no such variable in the environment.`,
  'no-screen': 'There is no screen for a window; give the steps of the login by --steps FILE.',
  'no-login-cookies': '{address} has set no cookie, so there is nothing to keep of this login.',
  'access-elsewhere':
    'Headers, cookies, logins, proxies and certificates are taken on one machine only; leave their options and variables out here.',
  'access-unknown':
    '{directory} was crawled with headers, cookies or a login that you do not have here; give them again, for example --cookies FILE.',
  'access-other':
    '{directory} was begun with other headers, logins or cookies, so its pages would not fit together; begin a new crawl.',
  languages: `${refused}allowed are tags of languages, with weights if wanted, for example de, en;q=0.5.`,
  contact: `${refused}allowed is an e-mail or web address in ASCII, for example crawler@example.org.`,
  'host-and-port': `${refused}allowed is name:port, for example localhost:8080.`,
  'host-name': `${refused}allowed is a host name, for example example.org.`,
  'ip-address': `${refused}allowed is an IP address on the left.`,
  parameter: `${refused}allowed is the name of a parameter, or the start of one and *.`,
  extension: `${refused}allowed is an extension without its dot, for example pdf.`,
  'unknown-setting': '{at}there is no setting {value}; [did you mean "{nearest}"?][allowed are {names}.]',
  'http2-gone': '{at}Orbweaver no longer speaks HTTP/2; leave this setting out, the results are the same.',
  'more-faults': '{at}There are {count} more faults like these.',
  'more-fault': '{at}There is one more fault like these.',

  // Settings that exclude each other.
  'slash-rules': `${refused}trailingSlash is on; allowed is one of the two rules.`,
  'frames-missing': `${refused}{elements} does not name frame; allowed is one of the two, or both alike.`,
  'frames-named': `${refused}{elements} names frame; allowed is one of the two, or both alike.`,
  'sitemaps-with-depth': `${refused}allowed is report where a depth is given: pages of sitemaps come behind the last level.`,
  'sitemaps-with-limit': `${refused}allowed is report where several sites share a limit; siteLimit limits each of them.`,
  'sitemaps-elsewhere': `${refused}sitemaps are read on one machine only; leave it out here.`,
  'hosts-without-list': `${refused}hosts are those of a site with scope list; allowed is none otherwise.`,
  'list-without-hosts': `${refused}no site has hosts; allowed with hosts (--host) that belong to the site of the start page.`,
  'hosts-of-many': `${refused}allowed with a single site; of several sites each has its own hosts.`,
  'not-in-watch': `${refused}a watch has no such setting; leave it out.`,
  'warc-elsewhere': `${refused}archives are written on one machine only; leave it out here.`,
  'external-elsewhere': `${refused}external addresses are requested on one machine only; leave it out here.`,
  'since-elsewhere': `${refused}earlier crawls are read on one machine only; leave it out here.`,
  'retry-elsewhere': `${refused}failed pages are requested again on one machine only; leave it out here.`,
  'since-rendered': `${refused}scripts may make another page of what has not changed; allowed without render and traverse.`,
  'since-itself': '{at}{directory} is where this crawl is written to; allowed is the directory of an earlier crawl.',
  'page-size-elsewhere': `${refused}pages of more than {most} bytes are read on one machine only.`,
  'rich-elsewhere': `${refused}linked files are requested on one machine only; leave it out here.`,
  'archive-by-command': `${refused}archives are files, which only orbweaver crawl takes (--from-warc).`,
  'purpose-without-robots': `${refused}robots.txt says what its owner reserves; allowed unless robots (--robots) is ignore.`,
  'order-by-links': `${refused}pages are ordered by links under a budget (--limit), without --since and --sitemaps add or only.`,
  'date-without-archive': `${refused}it chooses among captures in archives; allowed with fromWarc (--from-warc).`,
  'no-pairs': '{at}{directory} has no table of all links; crawl with --all-links writes it.',
  'no-archive': '{at}{directory} has no archive; crawl and watch new with --warc write one.',
  'archive-unreadable': '{at}the archive cannot be used: {why}.',
  'no-rendering': `${refused}allowed is never, since this stack was deployed without a browser (-c browser=true).`,
  'no-traversals': `${refused}allowed is none, since this stack was deployed without a browser (-c browser=true).`,
  'no-browser':
    '{at}no Chrome or Chromium was found; --browser of traverse and ORBWEAVER_BROWSER name an installed one.',
  'browser-path': '{at}{path} does not exist; allowed is the path of an installed Chrome or Chromium.',
  'browser-folder':
    '{at}{directory} is no directory that only you can enter; remove it, or set TMPDIR to your own directory.',
  'browser-start': '{at}Chromium ({path}) does not start: {why}',
  'hosts-need-sites': '{at}{value} is refused without sites; allowed is a list of sites in the request.',
  'clicks-need-browser':
    '{at}{value} is clicked through, and this stack has no browser; allowed is an entry of another kind, or cdk deploy -c browser=true.',
  'beside-sites': '{at}refused beside sites; allowed is one of the two.',
  'unknown-format': `${refused}allowed are {names}[ (did you mean {nearest}?)]; writers of plugins are named by \`writers\`.`,
  'unknown-part': `${refused}allowed are {names}[ (did you mean {nearest}?)], and names that plugins give.`,
  'no-plugin': `${refused}allowed are names that plugins give, and no plugin is loaded.`,
  'part-not-deployed': `${refused}allowed are {names}[ (did you mean {nearest}?)]; plugins run here only if they are deployed.`,
  'nothing-deployed': `${refused}allowed are {of} that are deployed here, and there are none.`,
  'lower-limit': `${refused}allowed is {now}, which the crawl has, or more.`,
  'shared-limit-later': `${refused}several sites of a watch, or of a crawl that adds pages of sitemaps, share no limit; allowed is a limit of pages of each site.`,
  'site-limit-beside-limit': `${refused}this crawl has a limit of pages in all; allowed is a larger one.`,
  'start-page-pair': `${refused}allowed is NUMBER=URL, for example 3=https://example.org/.`,
  'start-page-fetched':
    '{at}site {number} has a start page that gave a page; allowed are sites without a page[, here {numbers}].',
  'start-page-taken': '{at}{url} is of site {site} ({origin}); allowed is an address of no other site.',

  // Sites.
  'no-sites': '{at}there is nothing to crawl; allowed is at least one address.',
  'sites-of-a-limit': '{at}{value} sites share a limit; allowed are {most} (siteLimit limits each).',
  'sites-of-a-crawl': '{at}{value} sites are refused; allowed are at most {most} in one crawl.',
  'lines-of-a-list': '{at}more than {lines} lines are refused; allowed are at most {most} sites in one crawl.',
  'too-many-to-sort':
    'The crawl has {count} sites; allowed are lists sorted by a column of crawls with up to {most} sites, and by number of any crawl.',
  'sites-of-a-request': '{at}{value} sites are refused; allowed are 1 to {most} in a request.',
  'sites-of-a-start':
    '{at}{value} sites are refused; allowed are {most} in a request, and more as a list by POST /uploads that sitesFrom names.',
  'number-twice': `${refused}allowed is each number once.`,
  'number-taken': `${refused}a site of the crawl has it, or had it. The next free one is {free}.`,
  'address-taken': `${refused}it is of site {site} ({origin}). Allowed is a site that the crawl does not have.`,
  'site-number': `${refused}allowed is the number of a site.`,
  'unknown-entry': '{at}{value} is not known; allowed is one of the {count} that orbweaver watch status shows.',
  'entry-elsewhere': '{at}{value} is of no source; allowed is an address of {hosts}.',
  'bad-day': '{at}{value} is refused; allowed is a day or an instant, for example 2026-05-31 or 2026-05-31T12:00:00Z.',
  'bad-time':
    '{at}{value} is refused; allowed is a day, an instant or an age, for example 2026-05-31, 2026-05-31T12:00:00Z or 7d.',
  'unknown-source': '{at}{value} is not known; allowed is one of {names}.',
  'ambiguous-source': '{at}{value} means several sources, {names}; allowed is one of them.',
  'language-tag': `${refused}allowed is the tag of a language (BCP 47), for example ru or en-GB.`,
  'unknown-parameter': '{at}there is no parameter {value}; allowed are {names}[ (did you mean {nearest}?)].',
  'no-parameters': '{at}there is no parameter {value}; this request takes none.',
  'unknown-site': '{at}{value} is not known; allowed is one of the {count} that orbweaver sites list shows.',
  'site-not-here': '{at}{value} is not in this crawl; GET /crawls/ID/sites lists its sites.',
  'site-removed': '{at}{value} is removed already.',
  'sites-wait': '{at}The crawl does not run: site {numbers} is noted and joins at the next resume.',
  'own-api': `${refused}allowed is any site but this API itself.`,
  'private-site': `${refused}allowed are hosts of the public Internet, and private hosts that the deployment names in allowHosts.`,
  'private-hosts': `${refused}only a deployment can allow private hosts, with the context value allowHosts.`,
  'column-twice': '{at}column {value} is there twice.',
  'unknown-column': '{at}there is no column {value}; [did you mean "{nearest}"?][allowed are {names}.]',
  'open-quotation': '{at}a quotation mark is opened and never closed.',
  'row-fields': `${refused}allowed are {columns} fields, as in the header; a field with the separator needs quotation marks ("…").`,

  // Plugins.
  'plugins-need-commands': `${refused}allowed are the built-in parts; plugins are code, which only the command line takes.`,
  'plugins-need-deployment': `${refused}plugins run here only if they are deployed; allowed are names of their parts in robots, finish, writers and analyzers.`,
  'plugin-without-parts': '{at}it exports none of the lists {names}; allowed is a module with at least one.',
  'plugin-object': `${refused}allowed is an object with {members}.`,
  'plugin-function': `${refused}allowed is a function.`,
  'part-name': `${refused}allowed is a name of 1 to 64 letters, digits, ".", "-" and "_".`,
  'part-not-loaded': '{at}{value} is not known; allowed is [{names}][nothing, for no plugin brings {of}].',
  'robots-policy': '{at}{value} is not a robots policy; allowed are {names}.',
  'plugin-not-loadable':
    '{at}{value} cannot be loaded ({why}); allowed is the path of a JavaScript or TypeScript module.',
  'plugin-no-file':
    '{at}{value} cannot be loaded (it is no file; data:, node: and web addresses and packages by name are not loaded); allowed is the path of a JavaScript or TypeScript module.',
  'plugin-missing':
    '{at}{value} cannot be loaded (there is no such file); allowed is the path of a JavaScript or TypeScript module.',
  'plugin-not-regular':
    '{at}{value} cannot be loaded (it is no regular file); allowed is the path of a JavaScript or TypeScript module.',
  'plugins-unsigned':
    '{directory} names plugins that you have not run in it on this machine, or that have changed since ({plugins}[ and {more} more]), so none was run; name each of them by --plugin FILE to run them[, or leave out what they write by {without}].',
  'hosts-unsigned':
    '{directory} wants to ask private hosts that you have not allowed it on this machine ({hosts}[ and {more} more]), so nothing was asked; allow each of them by --allow-host NAME:PORT.',
  'archives-unsigned':
    '{directory} wants to read archives that you have not named in it on this machine ({archives}[ and {more} more]), so none was opened; crawl anew by: orbweaver crawl --from-warc FILE',
  'further-plugins': '{directory} has further plugins; name each of them by --plugin: {plugins}[ and {more} more].',
  'other-plugin': '{at}{plugin} is refused; allowed are the plugins of {directory}: {plugins}[ and {more} more].',
  'unneeded-plugin': '{at}{plugin} is refused; {directory} has no plugins.',
  'plugin-failed': '{why}',

  // Applications of a watch.
  'application-count': '{at}{value} applications are refused; allowed are 1 to {most} of a module.',
  'application-name': `${refused}allowed is a name of 1 to 40 lower case letters, digits and "_" that begins with a letter.`,
  'application-reserved': '{at}{value} is the name of what comes with the program; allowed is any but {names}.',
  'application-twice': '{at}{value} is there twice; allowed is each name once.',
  'application-member': '{at}{value} is no part of an application; allowed are {members}.',
  'application-columns': `${refused}allowed is an object of 1 to {most} columns, each with what it holds: {types}.`,
  'application-column-name': `${refused}allowed is a column name of 1 to 60 lower case letters, digits and "_" that begins with a letter.`,
  'application-column-reserved': '{at}{value} is a column of every application; allowed is any name but {names}.',
  'application-not-extending': '{at}{value} belongs to what extends another application; allowed is it beside extends.',
  'application-without-columns':
    '{at}{value} belongs to an application with records; allowed is it beside columns and extract.',
  'application-changed':
    '{at}column {column} of {value} holds {held} in the table that is there, and {type} now; allowed is what it held, or another name.',
  'application-no-table':
    '{at}{value} has no table here; allowed are [{names}][nothing, for {of} has found no records].',

  // Lists of organizations.
  'no-organizations': '{at}there is no organization; allowed is at least one.',
  'list-count': '{at}{value} entries are refused; allowed are at most {most}.',
  'id-twice': `${refused}allowed is each id once.`,
  tag: `${refused}allowed is a tag of 1 to 64 characters in one line, without a comma, a semicolon or a bar.`,
  'short-name': `${refused}allowed is a name with two letters or digits at least.`,
  'name-words': `${refused}allowed are at most {most} words.`,
  day: `${refused}allowed is a day of the calendar, for example 2024-05-31.`,
  'column-missing': '{at}there is no column {value}; needed are {names}.',

  // Rules that take publications out of pages.
  xpath: `${refused}allowed is an XPath 1.0 expression[, and here: {why}].`,
  'extract-field': `${refused}allowed is NAME=XPATH or NAME=css:SELECTOR, the name of letters, digits, "_" and "-".`,
  'extract-expression': `${refused}{why}; allowed behind NAME= is an XPath 1.0 expression, or css: and a selector of CSS.`,
  'extract-twice': `${refused}allowed is each name once.`,
  'field-name': `${refused}allowed is a name of letters, digits, "_" and "-" that starts with a letter, 64 at most.`,
  'field-count': `${refused}allowed is a mapping of 1 to {most} fields to XPath expressions.`,
  'page-type-count': `${refused}allowed is a list of 1 to {most} page types.`,
  'page-type-unbound':
    '{at}it has neither address nor match, so all pages would be of this type; needed is one of the two.',
  'one-source-of-a-host': `${refused}allowed is one source of a host.`,
  'search-in-tables': `${refused}the watch has {count} publications, and a search by words reads {most} at most; allowed is SQL over its daily tables.`,
  base64: `${refused}allowed is the file in base64.`,
  'count-in-tables':
    'The watch has {count} publications, and a request counts {most} at most; allowed is SQL over its daily tables.',
  'list-of-most': `${refused}allowed is a list of at most {most} {of}.`,
  zone: `${refused}allowed is a time zone, for example Europe/Moscow, +03:00 or MSK.`,

  // Directories and files of one machine.
  'no-crawl':
    '{directory} holds no crawl and no watch; allowed is a directory that orbweaver crawl or orbweaver watch has written.',
  'no-watch': '{directory} holds a crawl and no watch; allowed is a directory that orbweaver watch new has written.',
  'crawl-twice': `${refused}allowed is each crawl once, for its sites would count twice.`,
  'replay-unfinished':
    '{directory} is not finished, so it cannot be replayed; wait for it, or go on by: orbweaver resume {directory}',
  'replay-unreadable': '{directory}: the pages of {origin} cannot be read: {name} ({why}).',
  'replay-unordered':
    '{directory} keeps no features of its links, so the order links cannot be replayed; allowed is a crawl with --order links.',
  'simulate-elsewhere':
    'Rules are compared with crawls of one machine only, by its page or by: orbweaver simulate DIRECTORY',
  'retry-unkept':
    '{directory} keeps nothing of its pages, for a browser or a page analyzer has read them; allowed is a new crawl.',
  'is-watch':
    '{directory} holds a watch and no crawl; what it found is read by orbweaver publications, and it goes on by orbweaver watch run.',
  'crawl-unbegun':
    '{directory} holds no crawl; none has begun there yet. If its process has ended, begin it again with --out {directory}.',
  'crawl-unfinished': '{directory} is not finished, so it has no results yet; go on by: orbweaver resume {directory}',
  'crawl-changed': '{directory} was changed while it was read; do that again.',
  'link-in-directory':
    '{directory} is refused; {value} in it is a link to another place. Allowed are directories with their own files.',
  'file-for-folder': '{directory} is damaged: a file is where a folder of the crawl must be; remove that file.',
  'object-outside': '{directory}: the object {value} is refused; it would be outside of the folder.',
  'foreign-object':
    '{file} is refused; its {type} {value} is none that Orbweaver makes. Remove it, if it is your own; if a newer Orbweaver wrote the file, use that one, and start serve anew.',
  'other-version':
    '{file} was written by another version of Orbweaver (state format {found}, this one reads {own}); continue with that version, or crawl anew with --overwrite.',
  'tokens-damaged':
    '{file} is damaged ({fault}); remove it while no crawl runs: it only holds when each host may be asked again.',
  'crawl-file-damaged': '{file} is missing or damaged ({why}); put it back, or crawl anew with --overwrite.',
  'no-sources-here':
    'sources are not added to a watch in this place; allowed is a new watch with all sources: POST /watches',
  'watch-starts-at-once': '{at}{value} is refused; in this place a watch begins as soon as its sources are found.',
  'nothing-at-source':
    'there is nothing to watch at {url}: no feed, no sitemap and no list of links; allowed is the address of a news site, a section or a feed.',
  'source-in-trouble':
    'there is nothing to watch at {url} now: {file} was answered by {why}, and nothing else names publications; ask again later.',
  'only-files-at-source':
    'there is nothing to watch at {url}: {count} of the addresses that it lists are files (PDF and the like), which are not read; allowed is a source whose publications are pages.',
  'only-elsewhere-at-source':
    'there is nothing to watch at {url}: {count} of the addresses that it names are at other hosts; where publications are there, allowed is that host beside the source ("watch new --host").',
  'source-moved': '{url} leads to another host, {to}; allowed is the address of that source itself.',
  'source-refuses':
    '{url} refuses to answer a program ({why}); allowed is a source that admits crawlers, or the address of its feed.',
  'source-challenges':
    '{url} wants proof that a person is there; allowed is a source that admits crawlers, or the address of its feed.',
  'source-forbidden': '{url} may not be requested, its robots.txt says; allowed is a source that admits crawlers.',
  'source-private':
    '{url} gives no page ({why}: a private address); allowed is an address of the public Internet, or --allow-host {host}.',
  'source-without-page': '{url} gives no page ({why}); allowed is an address that answers.',
  'publications-format':
    '{file} holds publications in format {format}, of another version of Orbweaver; this version reads format {own} only. Read it with that version, or begin a new watch by: orbweaver watch new',
  'journal-damaged':
    '{file} is damaged ({why}), and what the crawl did last is lost: it goes on from the last good state before, and fetches the rest anew.',
  'publications-journal-damaged':
    '{file} is damaged ({why}), and what the watch wrote last is lost: the next orbweaver watch run goes on from the last good state before, without these publications.',
  'state-older':
    'crawl.db is older than what is in state/ (turns that it does not know: {count}): the crawl goes on from it, and fetches their pages anew.',
  'object-lost': '{object}, so nothing is written; put back a copy of it, or fetch its pages again by: {command}',
  'state-unreadable': 'crawl.db cannot be read ({why}); it may be damaged.',
  'no-file': `${refused}there is no such file.`,
  'file-is-folder': `${refused}it is a directory.`,
  'file-too-long': `${refused}it is longer than {most} bytes.`,
  'file-unreadable': `${refused}it may not be read.`,
  'no-text': `${refused}it is no text; allowed are UTF-8, UTF-16 with a byte order mark, and code pages such as windows-1251; a spreadsheet saves a text as CSV UTF-8.`,
  'text-named-spreadsheet': `${refused}it is a text under the name of a spreadsheet; allowed are names that end in .csv or .txt.`,
  'not-directory': '{at}{directory} is refused; it is not a directory.',
  'not-writable': '{at}{directory} is refused; it cannot be written ({why}). Allowed is your own directory.',
  'copy-not-writable':
    '{directory} is refused; it cannot be written ({why}). Allowed is a copy of it on a disk that can be written.',
  'export-not-writable':
    '{directory} is refused; it cannot be written ({why}). Allowed is a directory elsewhere: --out.',
  'nothing-made-there':
    '{at}{directory} is refused; it cannot be written (no directory can be made there). Allowed is your own directory.',
  'not-empty':
    '{at}{directory} is refused; it is not empty. Give another directory or --overwrite, or continue with what is there: {command}',
  'not-of-a-crawl': '{at}{directory} is refused; it holds other files than those of a crawl.',
  'not-of-this-crawl':
    '{at}{directory} is refused; it holds something else than results of this crawl. Allowed is an empty directory.',
  'port-refused': '{at}{value} is refused ({why}); allowed is a free port, or 0 for any.',
  'example-port': '{at}port {value}, where the site was, is taken; free it first.',

  // Refusals of the machine. `fault` is the code of the system, `why` says it in English.
  'no-locks': `the disk with {path} has no locks ({fault}), so two processes could write it at once; use a folder on a disk of this machine${again}`,
  'disk-full': `the disk with {path} is full; free some space${again}`,
  'quota-full': `this user's part of the disk with {path} is full; free some space${again}`,
  'open-files': `this process may have no more files and connections open ({fault}); allow more by: ulimit -n${again}`,
  'file-size': `a file in {path} may not grow any larger ({fault}); allow larger files (ulimit -f)${again}`,
  'no-memory': `the thread that keeps the crawl's state has no memory left ({fault}); allow more by: NODE_OPTIONS=--max-old-space-size=8192${again}`,
  'machine-limit': `{why} ({fault}); close other programs${again}`,
  'file-damaged': `{path} is damaged ({fault}); put back a copy of it, or crawl anew${again}`,
  'file-unusable': `{path} cannot be used: {why} ({fault}); mend that${again}`,
  'directory-unreadable': '{directory} is not read here: {why}; allowed is to read it by the command line.',
  'directory-gone':
    '{directory} was removed or renamed while its crawl ran, so the crawl has ended; allowed is to resume it by its new name, or to start it anew',
  'directory-busy':
    '{directory} is in use by process {process}; wait for it, or stop it by: orbweaver stop {directory}',

  // Requests to the HTTP app.
  'no-such-crawl': 'There is no such crawl here; GET /crawls lists yours.',
  'no-such-path': 'There is nothing at {method} {path}; GET /openapi.json lists what there is.',
  'no-such-method': 'There is nothing at {method} {path}; allowed are {methods}.',
  'no-such-address': 'There is nothing at this address.',
  'no-page-file': '{value} is no file of the page.',

  // Traversals, as the page shows them.
  'no-traversal': '{at}{value} is no traversal here; allowed is a directory of orbweaver traverse --out.',
  'traversal-damaged': '{at}{value} holds a checkpoint of a traversal that cannot be read.',
  'no-state': '{at}{value} is no state of this traversal.',
  'state-unreached': '{at}no recorded path leads to state {value}.',
  'state-not-recorded':
    '{at}state {value} has no picture: the page is not among the recorded answers of the traversal, and the site is not asked.',
  'state-broken': '{at}state {value} has no picture: the page hung or crashed on the way there.',
  'pictures-waiting': '{at}{value} pictures are being made; allowed are {most} at once.',
  internal: 'Something went wrong here, not with your request; the log says what.',
  'body-size':
    'The body is larger than {most} bytes[; send a long list of sites by POST /uploads and name it in {by}].',
  'body-object': 'The body is {value}; allowed is one JSON object.',
  'body-json': 'The body cannot be read as JSON ({why}); allowed is one JSON object.',
  cursor: '{at}refused; allowed is the `next` of an earlier answer, as it was.',
  'key-characters': '{at}refused; allowed are 1 to 255 printable ASCII characters without spaces.',
  'key-reused': '{at}this key came with another request before; allowed is a new key for each new crawl.',
  'text-length': '{at}{value} characters are refused; allowed are {most}.',
  level: `${refused}allowed is a level, 0 to {most}.`,
  'no-status': `${refused}only internal links have a status to choose.`,
  'link-key': `${refused}allowed is a link as a list of links names it: site (its number) and key (its link).`,
  links: `${refused}allowed are 1 to 1000 links, each with site and key.`,
  'link-kind': '{value} is no table of links; allowed are {names}.',
  'upload-unknown': `${refused}allowed is the sitesFrom of an answer of POST /uploads, after its list was sent.`,
  'upload-bytes': `${refused}allowed is the exact size of the list, 1 to {most} bytes.`,
  'upload-size': 'The list has {bytes} bytes; allowed are the {size} that POST /uploads announced.',
  'upload-not-awaited': 'No list is awaited under this name; POST /uploads gives one.',
  'upload-not-taken':
    'The list was not taken ({status}); allowed is one of the size that POST /uploads announced, within 15 minutes.',
  'site-beside-sites': '{at}refused beside sites; allowed is a site, or a list of them as sites.',
  'not-begun': 'The crawl has not begun; ask again in a few seconds.',
  'never-begun': 'The crawl has not begun, so there is nothing to resume; start a new one.',
  'nothing-to-stop': 'Nothing works on the crawl, so there is nothing to stop.',
  'not-at-rest': 'The crawl is {state}; allowed is to resume one that is stopped, finished or failed.',
  'limit-under-way':
    'The last run failed, and requests of its sites may be under way, so the sites cannot begin to share a limit now; allowed is to resume the crawl as it is, to stop it, and to resume it with the limit.',
  'claims-expired':
    'The crawl of {date} cannot go on: the account no longer knows which pages it has fetched. Start it again.',
  'resumed-already': 'Another request resumes this crawl.',
  'deleted-meanwhile': 'Another request deletes this crawl.',
  'resumed-again': 'Another request resumes this crawl; if it was cut short, the crawl is begun by this one.',
  'delete-running': 'The crawl runs; stop it by POST /crawls/ID/stop, then delete it.',
  'delete-watching': 'The watch runs; stop it by POST /watches/ID/stop, then delete it.',
  deleting: 'It is being deleted: {removed} rows and files are gone.',
  'key-of-deleted': 'The crawl of this Idempotency-Key was deleted; allowed is a new key for each new crawl.',
  'delete-worked-on': 'A process works on the crawl; allowed is to stop it first.',
  'crawl-name-taken': 'A crawl named {id} was begun this second; ask again.',
  'diff-elsewhere': 'Crawls are compared on one machine only: orbweaver diff BEFORE AFTER.',
  'no-results': 'The crawl has no results yet; GET /crawls/ID says how far it is.',
  'zip-elsewhere': 'Archives of all files are made on one machine only; here get them by: orbweaver remote download ID',
  'no-result-file': '{value} is no result file of this crawl; GET /crawls/ID/results lists them.',
  'export-ended': 'The program that writes the files anew ended too early ({code}).',
  'links-at-rest':
    'The crawl has ended, and no files are written anew here: links are deleted and restored while a crawl runs.',
  'links-by-key':
    'Here links are listed by site and address only, and are not sorted, grouped or downloaded: the tables of a finished crawl are.',
  'too-many-links':
    'More than {most} links are too many to be sorted or grouped here: filter them by site, domain or text.',
  'table-too-long': '{name} is too long to be sorted or filtered here (more than {most} rows): download the file.',
  'times-elsewhere': 'Times of single answers are kept on one machine only, in logs/common.csv of a crawl.',
  'results-missing': 'Result files are missing ({count}, the first is {file}); write them anew by: {command}',
  'no-fragment': 'This crawl has no Web fragment: it was written by none of its runs.',
  'no-graph-sample':
    'The file from which the graph of this site is shown is missing or damaged; write it by: {command}.',
  'no-graph-picture':
    'The file from which the graph of this site is shown is missing or damaged; start the crawl again to have it.',
  'name-length': 'The name is too long for a file; allowed are 255 bytes.',
  'no-space': 'The disk is full; allowed is to free some space and ask again.',
  'folder-denied': 'The folder of crawls cannot be used for this: {why} ({fault}).',
  'machine-busy': 'This machine cannot do it now: {why} ({fault}); ask again later.',

  // Refusals of callers.
  'no-token': 'No token came; allowed is the one in the link that orbweaver serve printed, as Authorization: Bearer.',
  'wrong-token':
    'The token is not that of this server; allowed is the one in the link that orbweaver serve printed, as Authorization: Bearer.',
  'many-tokens': 'Too many wrong tokens came; allowed is to ask again in a minute.',
  'other-page': `${refused}allowed is the page of this server.`,
  'cookie-alone': `${refused}allowed is the page of this server, or the token as Authorization: Bearer.`,
  'no-credentials':
    'There are no AWS credentials ({why}); allowed is what the AWS CLI takes too, or ORBWEAVER_API_KEY.',
  'api-refused': 'The API answered {status}: {why}.',
  'api-denied': 'The API answered 403: {why}. Check the AWS credentials and the region, or ORBWEAVER_API_KEY.',
  'api-silent': 'The deployed API does not answer; orbweaver serve says why.',

  // Searching publications.
  'search-without-word': `${refused}allowed is a search with a word that shall be in the text.`,
  'search-too-long': `${refused}allowed are at most {most} words.`,

  // Watches.
  'no-such-watch': 'There is no such watch here; GET /watches lists yours.',
  'no-watches-here':
    'This place starts no watches; allowed is a stack deployed with -c publications=true, or on this machine orbweaver watch new.',
  'nothing-to-watch':
    'There is nothing to watch at any of the {count} sources: no feed, no sitemap and no list of links.',
  'no-such-source': '{at}{value} is no source of this watch; GET /watches/ID/sources lists them.',
  'no-such-publication': 'There is no such publication in this watch; GET /watches/ID/publications lists them.',
  'no-such-version': '{at}{value} is no version of this publication; GET /watches/ID/publications/NUMBER lists them.',

  'no-organizations-here':
    'The watch looks for no organizations; allowed is a list: orbweaver watch organizations set.',
  'paper-at-home': `${refused}this place has no browser and no writer of documents; orbweaver remote report {id} --format {format} writes it where you are.`,
  'printing-failed':
    'The browser cannot print so long a report ({why}); select a shorter period or an organization, or write html or xlsx.',
  'splits-organizations': `${refused}rows of organizations alone are split; leave out by.`,
  'no-quotes': `${refused}sentences are in txt, json, html, docx, pdf and xlsx.`,
  'period-before': '{at}it needs since and until, and allows no other period beside them.',
  'no-such-organization': '{at}{value} is not in the list of this watch[; allowed are {names}].',
  'list-changed': 'Another list was set meanwhile; request it and make the change again.',
  'list-syntax': 'The list cannot be read as {format} ({why}).',
  'page-not-had': '{at}{value} was not had: {outcome}[ ({status})].',
  // Labels of experts.
  'no-subject': '{at}{value} is refused; allowed is what the publication mentions (organizations of the list).',
  'text-changed': '{at}{value} is refused: the text has changed since; allowed is {latest}, the latest version.',
  'nothing-to-undo': '{at}{value} has no label here that could be withdrawn.',
  'unknown-label': '{at}{value} is refused; allowed is the number of a label in the same file.',
  'label-unknown-url': '{at}{value} is no address of a publication of this watch.',
  'label-other-text': '{at}{value} is the sum of a text that no version of this publication has.',
  'label-in-future': '{at}{value} is refused; allowed is an instant that has passed.',
  'no-model-file': 'The file of this model is not kept; GET /watches/ID/quality lists the models.',
  'no-training-here':
    'No model is trained here; allowed is a training on one machine with the exported labels (orbweaver labels import, tone retrain), and POST /watches/ID/models with its file.',
  'training-runs': 'A model of this watch is being trained; wait until it is done.',
  // Models of tone.
  'tone-model-none': '{file} is no tone model of this program; orbweaver tone list shows those that it has.',
  'tone-model-cut':
    '{file} has {length} bytes where its own header announces {needed}: it is damaged; make or fetch it anew.',
  'tone-model-numbers': '{file} has weights that are no numbers: it is damaged; make or fetch it anew.',
  'tone-model-newer':
    '{file} was made by a newer version ({has}); this one reads {allowed}: use a newer orbweaver, or train the model anew by orbweaver tone train.',
  'tone-model-older':
    '{file} was made by an older version ({has}), whose features were others; this one reads {allowed}: train the model anew by orbweaver tone train.',
  'tone-model-language':
    '{file} is a model of the language {has}; requested is {allowed}: give the model of that language.',
  'tone-model-words':
    '{file} was trained with another file of words ({language}) than this version has: train it anew.',
  'tone-endpoint':
    '{at}{value} is no address of an endpoint; allowed is what stands before /chat/completions, such as http://localhost:11434/v1, without user name and password.',
  'tone-consent': 'Texts would leave this machine for {host}: add --consent once you may send them there.',
  'tone-key':
    'ORBWEAVER_TONE_KEY has characters that no key has; allowed are visible characters of ASCII without spaces.',
  'tone-key-unencrypted':
    'The key in ORBWEAVER_TONE_KEY would go to {host} unencrypted; allowed is https, or an address of this machine.',
  'tone-price':
    '--budget needs the price of the model too: --price IN/OUT, in dollars for a million tokens of questions and of answers.',
  'tone-endpoint-refused': '{address} refused with status {status}[: {told}].',
  'tone-endpoint-silent':
    '{engine} at {host} has given no answer to {times} sentences in a row; nobody is asked any more. What was answered stands in the output.',
  'tone-bedrock':
    'Amazon Bedrock gets the texts and costs money: allowed with --consent, --budget DOLLARS and --price IN/OUT, in dollars for a million tokens of questions and of answers.',
  'tone-bedrock-region': 'AWS_REGION is {region}; needed is the region of the model, such as eu-central-1.',
  'tone-credentials':
    'No AWS credentials were found where the AWS command line looks for them; set them as for any other AWS tool.',
  'tone-onnx-runtime':
    'Models of ONNX need the package onnxruntime-node (about 300 MB), which is not installed: run npm install onnxruntime-node beside orbweaver.',
  'tone-onnx-runtime-bad': 'The package onnxruntime-node is installed and cannot be loaded: {trouble}.',
  'tone-onnx-file': '{file} is not there; needed are model.onnx and tokenizer.json in one folder.',
  'tone-onnx-long': '{file} is too long; allowed are {most} bytes.',
  'tone-onnx': '{file} cannot be used as a model of ONNX: {trouble}.',
  'tone-onnx-inputs':
    '{file} wants the inputs {inputs}; allowed are input_ids, attention_mask and token_type_ids, of a classifier of sentence pairs.',
  'tone-onnx-labels': 'config.json has the classes {labels}; allowed are negative, neutral and positive, each once.',
  'tone-tokenizer':
    '{file} has no tokenizer that is read here; allowed are WordPiece (BERT) with [CLS] and [SEP], and Unigram (XLM-RoBERTa) with <s> and </s>.',

  // Why a crawl failed.
  'directory-missing': 'The directory of this crawl is not there: it was removed, or the crawl never began.',
  'ended-unbegun': 'The process of this crawl ended before it began.',
  interrupted: 'No process works on this crawl: it was interrupted. A resume continues it.',
  'unload-elsewhere':
    '{origin} has {urls} URLs, and the function that unloads takes {most}. Everything is fetched; its results are written by: orbweaver remote unload {crawl}',
  'account-silent':
    'AWS does not answer in the region {region} ({why}); allowed are credentials and a region with which the AWS CLI works.',
  'no-such-stack':
    'There is no stack {stack} in the region {region}; allowed is the name of a deployed stack (--stack).',
  'unload-not-due': 'The crawl {crawl} is not to be unloaded: its state is {state}.',
  'watch-not-begun': 'What there is at its sources is found, and the watch waits to be begun.',
  'nothing-crawled': 'Nothing was crawled ({reason}): {whys}[; and {more} more sites].',
  'task-failed': '{why}',
  'execution-ended': 'its execution {name} ended ({status})[: {why}]',
  'process-failed': 'internal error: {why}',
} as const;

export type RefusalCode = keyof typeof refusalSentences;
