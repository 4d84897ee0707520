import type { Pages } from '../crawl/loopback-site.ts';

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
