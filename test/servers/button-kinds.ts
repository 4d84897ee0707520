import type { Pages } from './loopback-site.ts';

/** A page, and the names below `/found/` of all addresses that it gives to a person who presses everything. */
export interface ButtonKind {
  readonly body: string;
  readonly found: readonly string[];
  /** Requests of the page that were refused. */
  readonly refused?: Readonly<Record<string, number>>;
}

const show = (id: string, name: string) => `${id}.innerHTML = '<a href=/found/${name}>x</a>'`;

/** Kinds of things that a person presses, one a page, beside those of `clickingPages`. */
export const buttonKinds: Readonly<Record<string, ButtonKind>> = {
  // Links whose address is a script.
  'link-location': { body: `<a href="javascript:location='/found/gone'">go</a>`, found: ['gone'] },
  'link-spaces': { body: `<a href=" JavaScript:open('/found/opened')">open</a>`, found: ['opened'] },
  'link-form': {
    body: `<form id=f action=/found/sent><input type=hidden name=page value=3></form>
      <a href="javascript:document.getElementById('f').submit()">3</a>`,
    found: ['sent', 'sent?page=3'],
  },
  'form-get': {
    body: `<form action=/found/list><input type=hidden name=page value=2><button>Next</button></form>
      <form action=/found/search><input type=hidden name=l value=en><input name=q></form>`,
    found: ['list', 'list?page=2', 'search'],
  },
  'link-idle': {
    body: `<a href="javascript:void(0)">no</a><a href="javascript:;" onclick="${show('v', 'handled').replaceAll("'", '&quot;')}">yes</a><p id=v></p>`,
    found: ['handled'],
  },
  // A text takes the place of the document.
  'link-document': {
    body: `<a href="javascript:'<a href=/found/none>x</a>'">page</a><button onclick="${show('v', 'kept').replaceAll("'", '&quot;')}">show</button><p id=v></p>`,
    found: ['kept'],
  },
  'link-numbers': {
    body: `<p id=v></p>${[1, 2, 3].map(n => `<a href="javascript:turn(${n})">${n}</a>`).join(' ')}
      <script>const turn = n => { v.innerHTML = '<a href=/found/page-' + n + '>x</a>'; };</script>`,
    found: ['page-1', 'page-2', 'page-3'],
  },
  'link-area': {
    body: `<map name=m><area href="javascript:location.assign('/found/area')" alt=part></map><img usemap=#m>`,
    found: ['area'],
  },
  'link-post': {
    body: `<form method=post action=/danger/post id=f><input type=hidden name=__EVENTTARGET id=t></form>
      <a href="javascript:__doPostBack('list','2')">2</a><a href=/found/plain>x</a>
      <script>function __doPostBack(target, argument) { t.value = target + argument; f.submit(); }</script>`,
    found: ['plain'],
    refused: { POST: 1 },
  },
  'link-leaves': {
    body: `<a href="javascript:fetch('/danger/users/sign_out')">bye</a><button onclick="fetch('/danger/comments?do=delete')">x</button>`,
    found: [],
    refused: { dangerous: 2 },
  },
  // Routers.
  'hash-bang': {
    body: `<a href="#!/one">1</a><a href="#!/two">2</a><p id=v></p><script>
      addEventListener('hashchange', () => { v.innerHTML = '<a href=/found/' + location.hash.slice(3) + '>x</a>'; });</script>`,
    found: ['one', 'two'],
  },
  'hash-words': {
    body: `<a href="#news">n</a><a href="/hash-words#events">e</a><p id=v></p><script>
      onpopstate = () => { v.innerHTML = '<a href=/found/' + location.hash.slice(1) + '>x</a>'; };</script>`,
    found: ['events', 'news'],
  },
  'hash-polled': {
    body: `<a href="#/polled">p</a><p id=v></p><script>
      setInterval(() => { if (location.hash) v.innerHTML = '<a href=/found/' + location.hash.slice(2) + '>x</a>'; }, 100);</script>`,
    found: ['polled'],
  },
  'hash-anchors': {
    body: '<a href="#end">to the end</a><a href=/found/plain>x</a><h2 id=end>End</h2>',
    found: ['plain'],
  },
  'history-by-tag': {
    body: `<nav><a href=/found/a>a</a><a href=/found/b>b</a></nav><main id=v></main><script>
      document.addEventListener('click', event => {
        if (event.target.tagName !== 'A') return;
        event.preventDefault();
        history.pushState({}, '', event.target.href);
        v.innerHTML = '<a href=/found/behind-' + event.target.textContent + '>deep</a>';
      });</script>`,
    found: ['a', 'b', 'behind-a', 'behind-b', 'behind-deep'],
  },
  'history-of-window': {
    body: `<nav><a href=/found/a>a</a></nav><main id=v></main><script>
      onclick = event => {
        for (let at = event.target; at; at = at.parentNode) if (at.href) {
          event.preventDefault();
          history.replaceState({}, '', '/found/replaced');
          v.innerHTML = '<a href=/found/view>x</a>';
          return;
        }
      };</script>`,
    found: ['a', 'replaced', 'view'],
  },
  // Frames of the same origin.
  'frame-nested': { body: '<iframe src=/outer-frame></iframe>', found: ['inner-1', 'inner-2', 'outer'] },
  'frame-written': {
    body: `<iframe id=f></iframe><script>
      const inner = f.contentDocument;
      inner.open();
      inner.write('<button onclick="document.body.innerHTML += \\'<a href=/found/written>x</a>\\'">more</button>');
      inner.close();</script>`,
    found: ['written'],
  },
  'frame-later': {
    body: `<button onclick="document.body.append(Object.assign(document.createElement('iframe'), { src: '/inner-frame' })); this.remove()">show</button>`,
    found: ['inner-1', 'inner-2'],
  },
  'frame-late': {
    body: `<script>setTimeout(() => {
      document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<a href=&quot;javascript:parent.reveal()&quot;>x</a>"></iframe>');
    }, 2000);
    var reveal = () => document.body.insertAdjacentHTML('beforeend', '<a href=/found/revealed>x</a>');</script>`,
    found: ['revealed'],
  },
  'frame-scrolled': {
    body: `<iframe width=300 height=200 srcdoc="<div id=all style='height:3000px'></div><script>
      let n = 0;
      addEventListener('scroll', () => { if (n < 3) all.insertAdjacentHTML('beforebegin', '<a href=/found/scrolled-' + n++ + '>x</a>'); });
      </script>"></iframe>`,
    found: ['scrolled-0', 'scrolled-1', 'scrolled-2'],
  },
  'frame-goes': {
    body: `<iframe srcdoc="<button onclick=&quot;location.href='/found/left'&quot;>leave</button><i id=v></i>
      <button onclick=&quot;v.innerHTML='<a href=/found/stayed>x</a>'&quot;>stay</button>"></iframe>`,
    found: ['left', 'stayed'],
  },
  'frame-elsewhere': {
    body: '<iframe src=http://127.0.0.2/found/foreign></iframe><a href=/found/own>x</a>',
    found: ['foreign', 'own'],
  },
  'frame-set': {
    body: '<frameset cols=*,*><frame src=/outer-frame><frame src=/found/plain></frameset>',
    found: ['inner-1', 'inner-2', 'outer', 'plain'],
  },
  // The pages that the browser opens by itself.
  'details-nested': {
    body: `<details id=a><summary>A</summary><details id=b><summary>B</summary><p id=v></p></details></details><script>
      b.addEventListener('toggle', () => { if (b.open) ${show('v', 'inner')}; });</script>`,
    found: ['inner'],
  },
  'details-root': {
    body: `<details><summary>A</summary><p id=v></p></details><script>
      document.addEventListener('toggle', () => { ${show('v', 'captured')}; }, true);</script>`,
    found: ['captured'],
  },
  popover: {
    body: `<button popovertarget=p>menu</button><div id=p popover></div><script>
      p.addEventListener('toggle', () => { ${show('p', 'popped')}; });</script>`,
    found: ['popped'],
  },
  'dialog-form': {
    body: `<dialog id=d><form method=dialog><button value=yes>fine</button></form></dialog><button onclick="d.showModal()">ask</button>
      <p id=v></p><script>d.onclose = () => { v.innerHTML = '<a href=/found/' + d.returnValue + '>x</a>'; };</script>`,
    found: ['yes'],
  },
  // Windows.
  'window-later': {
    body: `<button onclick="const w = window.open('about:blank', 'w'); w.opener = null; w.location.replace('/found/later'); w.focus()">a</button>
      <button onclick="window.open().document.write('<a href=/found/written>x</a>')">b</button>
      <button onclick="window.open('/found/named', 'w', 'width=300')">c</button>`,
    found: ['later', 'named', 'written'],
  },
  'window-blank': {
    body: `<form action=/found/blank target=_blank><input name=q value=1></form>
      <button onclick="document.forms[0].submit()">search</button>
      <button onclick="Object.assign(document.createElement('a'), { href: '/found/made', target: '_blank' }).click()">made</button>`,
    found: ['blank', 'blank?q=1', 'made'],
  },
  // Handlers further up, and handlers of other events than a click.
  'root-dataset': {
    body: `<div data-more=1>more</div><p id=v></p><script>
      document.body.addEventListener('click', event => { if (event.target.dataset.more) ${show('v', 'dataset')}; });</script>`,
    found: ['dataset'],
  },
  'root-class': {
    body: `<div class="item next">more</div><p id=v></p><script>
      window.addEventListener('click', event => { if (event.target.classList.contains('next')) ${show('v', 'class')}; });</script>`,
    found: ['class'],
  },
  'root-identity': {
    body: `<div id=more style="cursor:pointer">more</div><p id=v></p><script>
      document.onclick = event => { if (event.target.id === 'more') ${show('v', 'identity')}; };</script>`,
    found: ['identity'],
  },
  'root-touch': {
    body: `<div class=t>more</div><p id=v></p><script>
      document.addEventListener('touchend', event => { if (event.target.closest('.t')) ${show('v', 'touched')}; });</script>`,
    found: ['touched'],
  },
  'root-mouse': {
    body: `<ul><li role=tab>more</li></ul><p id=v></p><script>
      document.addEventListener('mousedown', event => { if (event.target.getAttribute('role') === 'tab') ${show('v', 'mouse')}; });</script>`,
    found: ['mouse'],
  },
  'root-key': {
    body: `<div role=button tabindex=0>more</div><p id=v></p><script>
      document.addEventListener('keydown', event => {
        if (event.key === 'Enter' && event.target.matches('[role=button]')) ${show('v', 'key')}; });</script>`,
    found: ['key'],
  },
  'arrow-list': {
    body: `<div role=listbox tabindex=0>news</div><div id=t role=tablist>towns</div><p id=v></p><script>
      const move = (wanted, name) => ({ key }) => {
        if (key === wanted) v.insertAdjacentHTML('beforeend', '<a href=/found/' + name + '>x</a>'); };
      document.addEventListener('keydown', move('ArrowDown', 'below'));
      t.addEventListener('keyup', move('ArrowRight', 'beside'));</script>`,
    found: ['below', 'beside'],
  },
  'root-change': {
    body: `<label><input type=checkbox> local</label><select><option>-<option>may</select><p id=v></p><script>
      document.addEventListener('change', ({ target }) => {
        if (target.type) v.innerHTML = '<a href=/found/' + (target.checked ?? target.value) + '>x</a>'; });</script>`,
    found: ['-', 'false', 'may', 'true'],
  },
  'shadow-root': {
    body: `<x-box></x-box><script>customElements.define('x-box', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<button class=b>more</button><a href="javascript:location=\\'/found/from-shadow\\'">x</a><p></p>';
        root.addEventListener('click', event => {
          if (event.target.closest('.b')) root.querySelector('p').innerHTML = '<a href=/found/in-shadow>x</a>'; });
      }
    });</script>`,
    found: ['from-shadow', 'in-shadow'],
  },
  'aria-disclosure': {
    body: `<button aria-expanded=false aria-controls=c>section</button><div id=c hidden></div><script>
      document.querySelector('[aria-controls]').addEventListener('pointerdown', () => { ${show('c', 'disclosed')}; });</script>`,
    found: ['disclosed'],
  },
};

const frames: Pages = {
  '/outer-frame': '<a href=/found/outer>x</a><iframe src=/inner-frame></iframe>',
  '/inner-frame': `<p id=v></p><button>more</button><script>let n = 0;
    document.querySelector('button').onclick = () => { if (n < 2) v.innerHTML += '<a href=/found/inner-' + ++n + '>x</a>'; };</script>`,
};

export function buttonKindPages(): Pages {
  const pages = Object.entries(buttonKinds).map(([name, { body }]) => [
    `/${name}`,
    `<!doctype html><title>t</title>${body}`,
  ]);
  return { ...frames, ...Object.fromEntries(pages) };
}
