import type { Pages } from './loopback-site.ts';

function html(body: string, head = ''): string {
  return `<!doctype html><html><head><title>t</title>${head}</head><body>${body}</body></html>`;
}

/** Situations of the article, and adverse ones, each a page: what is to be found is named `/found/…`. */
export function clickingPages(): Pages {
  return {
    '/growing-children': html(`<div id=list>${items(0)}</div><button id=more>load more</button><script>
      more.onclick = () => {
        const n = list.children.length / 20;
        if (n < 40) for (let i = 0; i < 20; i += 1) {
          const p = document.createElement('p');
          p.innerHTML = '<a href="/found/' + n + '-' + i + '">item</a>';
          list.append(p);
        }
      };</script>`),
    '/growing-last':
      html(`<div id=list><p data-n=0><a href=/found/0>item</a></p></div><button id=more>load more</button><script>
      more.onclick = () => {
        const n = Number(list.lastElementChild.dataset.n);
        for (let i = 1; i <= 20 && n + i <= 800; i += 1) {
          const p = document.createElement('p');
          p.dataset.n = n + i;
          p.innerHTML = '<a href="/found/' + (n + i) + '">item</a>';
          list.append(p);
        }
      };</script>`),
    '/calendar': html(`<button id=chooser>choose a date</button><div id=box></div><script>
      let month = 0;
      const draw = () => { box.innerHTML = '<b id=left>&larr;</b>' + Array.from({ length: 28 }, (_, d) =>
        '<a href="/found/' + month + '/' + d + '">' + d + '</a>').join(' ');
        left.onclick = event => { event.stopPropagation(); if (month < 24) { month += 1; draw(); } }; };
      chooser.onclick = event => { event.stopPropagation(); month = 0; draw(); };
      document.body.onclick = () => { box.innerHTML = ''; };</script>`),
    '/accordion':
      html(`${Array.from({ length: 12 }, (_, n) => `<div><h3 class=head data-n=${n}>more</h3><div></div></div>`).join('')}<script>
      for (const head of document.querySelectorAll('.head')) head.addEventListener('click', function () {
        this.nextElementSibling.innerHTML = '<a href="/found/' + this.dataset.n + '">read</a>'; });</script>`),
    '/spontaneous': html(`<p id=clock></p><button id=nothing>nothing</button><script>
      let n = 0;
      setInterval(() => { n += 1; clock.innerHTML = '<a href="/seen/' + n + '">' + n + '</a>'; }, 700);
      nothing.onclick = () => {};</script>`),
    '/hashes': html(
      '<a href="#!item-1">one</a><a href="#!item-3">three</a><a href="#!/item/2">two</a><a href="#top">top</a>',
    ),
    '/history': html(`<button id=a>a</button><button id=b>b</button><button id=go>go</button><p id=out></p><script>
      let last = '';
      a.onclick = () => { last = 'a'; }; b.onclick = () => { last = 'b'; };
      go.onclick = () => { out.innerHTML = last === '' ? '' : '<a href="/found/' + last + '">' + last + '</a>'; last = ''; };</script>`),
    '/navigations': html(`<button onclick="location.href='/found/location'">l</button>
      <button onclick="window.open('/found/popup')">p</button>
      <button onclick="history.pushState({}, '', '/found/push')">h</button>
      <button onclick="document.forms[0].submit()">f</button>
      <form action=/found/form><input name=q value=1></form>
      <button onclick="alert(1); confirm(2); prompt(3); print(); this.insertAdjacentHTML('afterend', '<a href=/found/dialogs>d</a>')">d</button>
      <button onclick="location.href='/found/log-out'">Log out</button>`),
    '/methods': html(`<button onclick="fetch('/danger/delete', { method: 'DELETE' })">remove by fetch</button>
      <button onclick="fetch('/danger/post', { method: 'POST', body: 'x' })">send</button>
      <button onclick="document.forms[0].submit()">form</button>
      <form method=post action=/danger/form></form>
      <script>fetch('/danger/put', { method: 'PUT' })</script>`),
    '/hanging': html(`<button onclick="for (;;) {}">hang</button>
      <button onclick="this.insertAdjacentHTML('afterend', '<a href=/found/after>a</a>')">fine</button>`),
    '/delegated': html(
      `<div id=app><span class=opener data-n=1>one</span><span class=opener data-n=2>two</span></div><p id=out></p><script>
      document.addEventListener('click', event => {
        const opener = event.target.closest('.opener');
        if (opener) out.innerHTML = '<a href="/found/' + opener.dataset.n + '">x</a>';
      });</script>`,
    ),
    '/shadow': html(`<open-box></open-box><closed-box></closed-box><script>
      for (const mode of ['open', 'closed']) customElements.define(mode + '-box', class extends HTMLElement {
        constructor() {
          super();
          const root = this.attachShadow({ mode });
          root.innerHTML = '<button>' + mode + '</button><p></p>';
          root.querySelector('button').addEventListener('click', () => {
            root.querySelector('p').innerHTML = '<a href="/found/' + mode + '">x</a>';
          });
        }
      });</script>`),
    '/changes-late': html(`<button id=b>show</button><p id=out></p><script>
      const show = name => { out.innerHTML = '<a href="/found/' + name + '">x</a>'; };
      b.onclick = () => show('early');
      setTimeout(() => { b.onclick = () => { const of = 'late'; show(of); }; }, 10_000);</script>`),
    '/appears-late': html(`<div id=out></div><script>setTimeout(() => {
      out.innerHTML = '<button>show</button>';
      out.firstChild.onclick = () => { out.innerHTML += '<a href="/found/late">x</a>'; };
    }, 8_000);</script>`),
    '/router': html(`<nav><a href=/found/home>home</a><a href=/found/about>about</a></nav><div id=view></div><script>
      const views = { '/found/home': '<a href=/found/deep>deeper</a>', '/found/about': '<i>about</i>', '/found/deep': '<a href=/found/end>end</a>' };
      const show = path => { view.innerHTML = views[path] ?? ''; };
      document.addEventListener('click', event => {
        const link = event.target.closest('a');
        if (!link) return;
        event.preventDefault();
        history.pushState({}, '', link.getAttribute('href'));
        show(location.pathname);
      });</script>`),
    '/frames': html(`<iframe src=/found/frame></iframe><iframe srcdoc="<a href=/found/srcdoc>x</a>"></iframe>
      <button onclick="const f = document.createElement('iframe'); f.src = '/found/made'; document.body.append(f)">frame</button>`),
    '/virtualized':
      html(`<style>#box { height: 300px; overflow-y: auto; position: relative } #box p { position: absolute; height: 30px; margin: 0 }</style>
      <div id=box><div style="height:15000px"></div></div><script>
      const draw = () => {
        for (const p of box.querySelectorAll('p')) p.remove();
        const first = Math.floor(box.scrollTop / 30);
        for (let n = first; n < Math.min(500, first + 12); n += 1) box.insertAdjacentHTML('beforeend',
          '<p style="top:' + n * 30 + 'px"><a href="/found/' + n + '">' + n + '</a></p>');
      };
      box.addEventListener('scroll', draw); draw();</script>`),
    '/virtualized-page': html(`<div id=all style="height:15000px;position:relative"></div><script>
      const draw = () => {
        const first = Math.max(0, Math.floor(scrollY / 30) - 2);
        all.innerHTML = Array.from({ length: 500 }, (_, n) => n).slice(first, first + 40).map(n =>
          '<p style="position:absolute;margin:0;top:' + n * 30 + 'px"><a href="/found/' + n + '">' + n + '</a></p>').join('');
      };
      addEventListener('scroll', draw); draw();</script>`),
    '/sentinel': html(`<div id=list></div><div id=end style="height:10px"></div><script>
      let n = 0;
      const more = () => { for (let i = 0; i < 10 && n < 60; i += 1) { list.insertAdjacentHTML('beforeend',
        '<p style="height:200px"><a href="/found/' + n + '">x</a></p>'); n += 1; } };
      new IntersectionObserver(seen => { if (seen.some(each => each.isIntersecting)) more(); }).observe(end);
      more();</script>`),
    '/options':
      html(`<select id=s><option>-</option><option>one</option><option>two</option></select><p id=out></p><script>
      s.addEventListener('change', () => { out.innerHTML = '<a href="/found/' + s.value + '">x</a>'; });</script>`),
    '/listed': html(`<div id=list></div><button id=more>more</button><script>
      let page = 0;
      const load = () => fetch('/api?page=' + ++page).then(answer => answer.json()).then(all => {
        for (const url of all) list.insertAdjacentHTML('beforeend', '<p><a href="' + url + '">x</a></p>'); });
      more.onclick = load; load();</script>`),
  };
}

function items(n: number): string {
  return Array.from({ length: 20 }, (_, i) => `<p><a href="/found/${n}-${i}">item</a></p>`).join('');
}

/** Answers of `/api?page=N`: five addresses each, thirty pages. */
export function listPage(path: string): { headers: Record<string, string>; body: string } {
  const page = Number(/page=(\d+)/.exec(path)?.[1]);
  const addresses = page > 30 ? [] : Array.from({ length: 5 }, (_, i) => `/found/${page}-${i}`);
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(addresses) };
}

/** Pages of `clickedSite` that are to be clicked through. */
export const clicked = ['accordion', 'asks', 'history', 'listed', 'methods', 'navigations'] as const;

/** The regular expression that matches their addresses. */
export const clickedAddresses = `/(${clicked.join('|')})$`;

/** A site to crawl: pages that are to be clicked through, each in contents of its own, and one that nothing clicks through. */
export function clickedSite(): Pages {
  const asks = `<button onclick="fetch('/forbidden/data')">ask</button>`;
  const pages: Pages = { ...clickingPages(), '/asks': asks };
  const links = [...clicked, 'calendar', 'forbidden/list'].map(name => `<a href="/${name}">${name}</a>`);
  return {
    ...Object.fromEntries(clicked.map(name => [`/${name}`, `${pages[`/${name}`] as string}<!-- ${name} -->`])),
    '/': `<title>start</title>${links.join('')}`,
    '/calendar': pages['/calendar']!,
    '/robots.txt': { body: 'User-agent: *\nDisallow: /forbidden', headers: { 'content-type': 'text/plain' } },
    '*': ({ path }) =>
      path.startsWith('/api') ? listPage(path) : path.startsWith('/found') ? found(path) : { status: 404 },
  };
}

function found(path: string): string {
  return `<title>${path}</title><p>${path}</p>`;
}
