/** The pages of the bundled site: a small museum, each of whose rooms shows something that crawlers meet. */

export interface ExampleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What the site answers for a path with its query. The same at every port and every time. */
export function exampleAnswer(pathAndQuery: string): ExampleAnswer {
  const target = redirects[pathAndQuery];
  if (target !== undefined) return { status: target.status, headers: { location: target.to }, body: '' };
  const page = pages[pathAndQuery] ?? madeUpPage(pathAndQuery);
  if (page !== undefined) return page;
  return { status: 404, headers: html(), body: document('Not here', '<p>There is no such page.</p>') };
}

const redirects: Readonly<Record<string, { readonly status: number; readonly to: string }>> = {
  '/old-entrance.html': { status: 301, to: '/about.html' },
  '/today.html': { status: 302, to: '/events.html' },
  '/round-a.html': { status: 302, to: '/round-b.html' },
  '/round-b.html': { status: 302, to: '/round-a.html' },
  '/shop.html': { status: 303, to: 'https://shop.example.com/' },
};

const about = page(
  'About the museum',
  `<p>${link('/', 'Entrance')} ${link('/history.html', 'History')} ${link('/staff.html', 'Staff')}</p>`,
);
const exhibits = page(
  'Exhibits',
  `<ul>
  <li>${link('amber.html', 'Amber')}</li>
  <li>${link('birds.html', 'Birds')}</li>
  <li>${link('clocks.html', 'Clocks')}</li>
</ul>`,
);

const pages: Readonly<Record<string, ExampleAnswer>> = {
  '/robots.txt': text('User-agent: *\nDisallow: /private/\nAllow: /private/garden.html$\n'),
  '/': page(
    'Museum of links',
    `<p>${link('/about.html', 'About')} ${link('/exhibits/', 'Exhibits')} ${link('/events.html', 'Events')}
${link('/rooms/1.html', 'Rooms')} ${link('/old-entrance.html', 'Old entrance')} ${link('/today.html', 'Today')}</p>
<p>${link('/corridor.html', 'A corridor of odd doors')}</p>
<p>${link('https://example.com/', 'A friend elsewhere')}</p>`,
  ),
  // Two addresses with equal content: a node and a duplicate.
  '/about.html': about,
  '/about-printed.html': about,
  '/exhibits/': exhibits,
  '/exhibits/index.html': exhibits,
  '/history.html': page('History', `<p>${link('/about.html', 'About')} ${link('/about-printed.html', 'To print')}</p>`),
  '/staff.html': page(
    'Staff',
    `<p>${link('mailto:keeper@example.org', 'Write to us')} ${link('https://example.com/', 'Friends')}
${link('https://example.net/partners?from=museum', 'Partners')} ${link('//example.net/', 'More partners')}</p>`,
  ),
  '/exhibits/amber.html': page(
    'Amber',
    `<p>${link('birds.html', 'Next')} ${link('/exhibits/', 'Back')} ${link('index.html', 'Back, by its other name')}</p>`,
  ),
  '/exhibits/birds.html': page(
    'Birds',
    `<p>${link('clocks.html', 'Next')} ${link('./', 'Back')} ${link('#top', 'Top')}</p>`,
  ),
  '/exhibits/clocks.html': page('Clocks', `<p>${link('amber.html', 'Next')} ${link('../exhibits//', 'Back')}</p>`),
  '/events.html': page(
    'Events',
    // Two orders of the same parameters are one page.
    `<p>${link('/list?room=2&amp;kind=talk', 'Talks')} ${link('/list?kind=talk&amp;room=2', 'Talks again')}
${link('/list?kind=tour', 'Tours')}</p>`,
  ),
  // A chain of levels.
  '/rooms/1.html': page('Room 1', `<p>${link('2.html', 'Next room')}</p>`),
  '/rooms/2.html': page('Room 2', `<p>${link('3.html', 'Next room')}</p>`),
  '/rooms/3.html': page('Room 3', `<p>${link('4.html', 'Next room')} ${link('1.html', 'First room')}</p>`),
  '/rooms/4.html': page('Room 4', `<p>${link('/', 'Exit')}</p>`),
  '/corridor.html': page(
    'A corridor of odd doors',
    `<ul>
  <li>${link('/private/office.html', 'Forbidden by robots.txt')} ${link('/private/garden.html', 'Allowed again')}</li>
  <li>${link('/missing.html', 'Leads nowhere (404)')}</li>
  <li>${link('/round-a.html', 'Goes round in a circle')} ${link('/shop.html', 'Leads out of the site')}</li>
  <li>${link('/plan.pdf', 'Not a page, by its extension')} ${link('/notes', 'Not a page, by its type')}</li>
  <li>${link('/cellar/', 'Goes down without an end')}</li>
  <li>${link('/cyrillic.html', 'Another alphabet')} ${link('/based.html', 'Another base')} ${link('/framed.html', 'A frame')}</li>
  <li>${link('http://[nowhere', 'No address')} ${link('javascript:void(0)', 'A script')}</li>
</ul>
<!-- ${link('/in-a-comment.html', 'never seen')} -->`,
  ),
  '/private/office.html': page('Office', '<p>No crawler that obeys comes here.</p>'),
  '/private/garden.html': page('Garden', `<p>${link('/', 'Entrance')}</p>`),
  '/notes': text('Plain text is not a page.\n'),
  '/plan.pdf': text('%PDF-1.4 is never asked for\n'),
  '/cyrillic.html': windows1251(document('Музей', `<p>${link('/about.html', 'О музее')}</p>`)),
  '/based.html': page('Another base', `<base href="/exhibits/"><p>${link('amber.html', 'Amber')}</p>`),
  '/framed.html': page('A frame', `<iframe src="/inside-frame.html"></iframe><p>${link('/', 'Entrance')}</p>`),
  '/inside-frame.html': page('Inside the frame', '<p>Counted with --frames.</p>'),
};

/** Pages without a list: an agenda by its parameters, and a cellar that has a floor below every floor. */
function madeUpPage(pathAndQuery: string): ExampleAnswer | undefined {
  if (/^\/cellar\/(?:deeper\/)*$/.test(pathAndQuery)) {
    const floor = pathAndQuery.split('/').length - 2;
    return page(`Cellar, floor -${floor}`, `<p>${link('deeper/', 'Deeper')}</p>`);
  }
  const query = pathAndQuery.startsWith('/list?')
    ? new URLSearchParams(pathAndQuery.slice('/list?'.length))
    : undefined;
  const kind = query?.get('kind');
  if (kind !== 'talk' && kind !== 'tour') return undefined;
  return page(kind === 'talk' ? 'Talks' : 'Tours', `<p>${link('/events.html', 'Events')}</p>`);
}

function page(title: string, content: string): ExampleAnswer {
  return { status: 200, headers: html(), body: document(title, content) };
}

function text(body: string): ExampleAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

function html(charset = 'utf-8'): Readonly<Record<string, string>> {
  return { 'content-type': `text/html; charset=${charset}` };
}

function document(title: string, content: string): string {
  return `<!doctype html>\n<html lang="en">\n<title>${title}</title>\n<h1 id="top">${title}</h1>\n${content}\n</html>\n`;
}

function link(href: string, label: string): string {
  return `<a href="${href}">${label}</a>`;
}

/** Russian letters as windows-1251 has them: А … я at 0xC0 … 0xFF. */
function windows1251(body: string): ExampleAnswer {
  const bytes = Uint8Array.from(body, character => {
    const code = character.codePointAt(0)!;
    return code < 0x80 ? code : code - 0x0410 + 0xc0;
  });
  return { status: 200, headers: html('windows-1251'), body: bytes };
}
