import type { Pages } from './loopback-site.ts';

function html(body: string, head = ''): string {
  return `<!doctype html><html><head><title>sent</title>${head}</head><body>${body}</body></html>`;
}

/** A site whose pages need their scripts. `elsewhere` is the origin of a second host that gives a script and data. */
export function scriptedPages(elsewhere: string): Pages {
  return {
    '/': html(
      `<a href="/plain">in both</a><a href="/gone-by-script" id=gone>sent only</a><div id=list></div>
      <script src="/site.js"></script><script src="${elsewhere}/shared.js"></script>
      <script>gone.remove(); add('/plain', 'again'); add('/inline', 'inline'); add('${elsewhere}/outside', 'out');
        document.title = 'made by scripts';</script>`,
    ),
    '/site.js': script(`function add(href, text) {
        const a = document.createElement('a'); a.href = href; a.textContent = text;
        (document.getElementById('list') || document.body).append(a); }`),
    '/plain': html('<a href="/">home</a><a href="/chance">chance</a><a href="/later">later</a><a href="/hangs">h</a>'),
    '/inline': html(
      `<script src="/site.js"></script><script>fetch('/data.json').then(r => r.json()).then(all => all.forEach(x => add(x, x)))</script>`,
    ),
    '/data.json': {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(['/from-data', '/forbidden/by-data']),
    },
    '/from-data': html('<script src="/site.js"></script><script>add("/", "home")</script>'),
    '/chance': html(`<p id=out></p><script>
      out.textContent = [Math.random(), Date.now(), new Date().toISOString(), crypto.randomUUID(),
        crypto.getRandomValues(new Uint32Array(2)).join(), performance.now()].join(' ');</script>`),
    '/later': html(`<script src="/site.js"></script><script>
      setTimeout(() => add('/after-four-seconds', 'late'), 4000);
      for (const [n, path] of ['/slow-data', '/quick-data'].entries()) fetch(path).then(r => r.text()).then(t => add('/' + t, t));
      setTimeout(() => { location.href = '/went'; }, 100);</script>`),
    '/slow-data': 'slow',
    '/quick-data': 'quick',
    '/slow': html('slow'),
    '/quick': html('quick'),
    '/went': html('went'),
    '/after-four-seconds': html('late'),
    '/hangs': html('<a href="/from-hanging">sent</a><script>for (;;);</script>'),
    '/from-hanging': html('end'),
  };
}

/** Pages that differ in their shadow trees alone, and a page with frames. `elsewhere`: the origin of a second host. */
export function innerPages(elsewhere: string): Pages {
  const boxes = html('<open-box></open-box><closed-box></closed-box><script src="/boxes.js"></script>');
  return {
    '/': boxes,
    '/open/1': boxes,
    '/closed/1': boxes,
    '/boxes.js': script(`const links = {
        '/': ['/open/1', '/closed/1'], '/open/1': ['/from-open'], '/closed/1': ['/', '/from-closed'] }[location.pathname];
      for (const [n, mode] of ['open', 'closed'].entries()) customElements.define(mode + '-box', class extends HTMLElement {
        constructor() {
          super();
          const root = this.attachShadow({ mode });
          root.innerHTML = '<div></div>';
          const to = links[n] ?? links[0];
          root.firstChild.attachShadow({ mode: 'open' }).innerHTML = '<a href="' + to + '">' + mode + '</a>';
        }
      });`),
    '/from-open': html('<a href="/frames">frames</a>'),
    '/from-closed': html('closed'),
    '/frames': html(`<iframe src="/framed"></iframe><iframe src="${elsewhere}/framed"></iframe>
      <iframe srcdoc="<a href=/from-srcdoc>x</a>"></iframe><iframe id=written></iframe>
      <script>written.contentDocument.body.innerHTML = '<a href="/from-written">x</a>';
        for (let n = 0; n < 40; n += 1) document.body.append(
          Object.assign(document.createElement('iframe'), { src: '/bomb/' + n }));</script>`),
    '/framed': html(
      '<a href="/from-frame">x</a><script>document.write("<a href=/from-script-of-frame>y</a>")</script>',
    ),
    '/from-srcdoc': html('srcdoc'),
    '/from-written': html('written'),
    '/from-frame': html('frame'),
    '/from-script-of-frame': html('script of frame'),
  };
}

/** Forty pages of plain HTML, and thirty of another template whose next page only scripts link to. */
export function twoTemplates(): Pages {
  return {
    '*': ({ path }) => {
      const [, folder = '', number = ''] = path.split('/');
      const n = Number(number);
      if (path === '/') return html('<a href="/plain/1">plain</a><a href="/list/1">list</a>');
      if (folder === 'plain' && n <= 40)
        return html(
          `<div class=article>${n}<a href="/plain/${n + 1}">next</a></div><script>document.body.append(1)</script>`,
        );
      if (folder === 'list' && n <= 30)
        return html(`<div class=list>${n}</div><script>
          const a = document.createElement('a'); a.href = '/list/${n + 1}'; a.textContent = 'next'; document.body.append(a);</script>`);
      return { status: 404 };
    },
  };
}

export function script(body: string): { readonly headers: Record<string, string>; readonly body: string } {
  return { headers: { 'content-type': 'text/javascript' }, body };
}
