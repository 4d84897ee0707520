import { builtScript } from '../../bench/traverse/framework-scripts.ts';
import type { Pages } from './loopback-site.ts';

function html(body: string): string {
  return `<!doctype html><html><head><title>t</title></head><body>${body}</body></html>`;
}

const button = (text: string, handler: string) => `<button onclick="${handler}">${text}</button>`;
/** Shows that the page still answers. */
const fine = button('fine', `this.insertAdjacentHTML('afterend', '<a href=/found/after>x</a>')`);

/** Pages that do harm to who clicks through them; `/found/after` is what a second button shows. */
export function adverseClickingPages(): Pages {
  return {
    '/dialogs': html(`<iframe srcdoc="x"></iframe>${button(
      'storm',
      `for (let i = 0; i < 1000; i += 1) { alert(i); confirm(i); prompt(i); frames[0].alert(i); print(); }`,
    )}${fine}<script>addEventListener('beforeunload', event => event.preventDefault());</script>
      ${button('leave', `location.href = '/found/left'`)}`),
    '/popups': html(button('storm', `for (let i = 0; i < 300; i += 1) window.open('/popup/' + i)`) + fine),
    '/counters': html(
      button('storm', `for (let i = 0; i < 300; i += 1) history.pushState({}, '', '/state/' + i)`) + fine,
    ),
    '/deep-hang':
      html(`${button('open', `box.hidden = false; box.innerHTML = inner.innerHTML`)}<div id=box hidden></div>
      <template id=inner>${button('hang', 'for (;;) {}')}${fine}</template>`),
    '/heap': html(button('eat', `const all = []; for (;;) all.push(new Array(1e6).fill(all.length + 0.5))`) + fine),
    '/buffers': html(button('eat', `const all = []; for (;;) all.push(new Uint8Array(5e7).fill(7))`) + fine),
    '/nodes': html(button('eat', `for (;;) document.body.append(document.createElement('p'))`) + fine),
    '/endless-buttons': html(`<div id=all></div><script>
      const add = n => { const b = document.createElement('button'); b.textContent = 'add ' + n;
        b.onclick = () => add(n + 1); all.append(b); };
      add(0);</script>`),
    '/many-buttons': html(
      `${Array.from({ length: 1500 }, (_, n) => `<button onclick="void ${n}">b${n}</button>`).join('')}${fine}`,
    ),
    '/noise': html(`<p id=clock></p><canvas id=c></canvas>${fine}<script>
      setInterval(() => { clock.textContent = Math.random(); c.getContext('2d').fillRect(Math.random() * 9, 1, 1, 1); }, 0);
      setInterval(() => { clock.insertAdjacentHTML('afterend', '<i></i>'); document.querySelectorAll('i')[9]?.remove(); }, 50);</script>`),
    '/patched': html(`<script>
      for (const name of ['querySelectorAll', 'closest', 'matches', 'getAttribute', 'dispatchEvent', 'click'])
        Element.prototype[name] = HTMLElement.prototype[name] = () => { throw new Error('patched'); };
      Document.prototype.querySelectorAll = Document.prototype.createElement = () => { throw new Error('patched'); };
      Object.keys = JSON.stringify = Array.prototype.map = () => { throw new Error('patched'); };
      window.MutationObserver = window.Set = window.Map = undefined;
      setInterval(() => { debugger; }, 100);
      </script><button id=b>show</button><p id=out></p><script>
      const quiet = b.addEventListener.bind(b);
      EventTarget.prototype.addEventListener = () => {};
      quiet('click', () => { debugger; out.innerHTML = '<a href=/found/after>x</a>'; });</script>`),
    '/leaves': html(
      `<p id=place></p>${[
        `location.assign('/found/assigned')`,
        `location.replace('/found/replaced')`,
        `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content=&quot;0;url=/found/refreshed&quot;>')`,
        `location.hash = 'place'`,
      ]
        .map((handler, n) => button(`leave ${'abcd'[n]!}`, handler))
        .join('')}<a href="#place" onclick="void 0">down</a>${fine}`,
    ),
    '/canvas': html(`<canvas id=c width=200 height=100 style="margin:50px"></canvas><p id=out></p><script>
      c.addEventListener('click', event => {
        const { left, top } = c.getBoundingClientRect();
        if (event.clientX - left === 100 && event.clientY - top === 50) out.innerHTML = '<a href=/found/after>x</a>';
      });</script>`),
    '/miner': html(`${fine}<script>
      let x = 0;
      setInterval(() => { for (let i = 0; i < 20_000; i += 1) x = Math.sqrt(x + i); }, 0);
      const work = URL.createObjectURL(new Blob(['for (;;) {}']));
      for (let n = 0; n < 4; n += 1) new Worker(work);</script>`),
    '/streams': html(`${fine}<script>
      new EventSource('/found/stream');
      new WebSocket(location.origin.replace('http', 'ws') + '/found/socket').onopen = () => { document.body.innerHTML = ''; };
      </script>`),
    '/hangs-at-load': html(`${fine}<script>for (;;) {}</script>`),
    '/eats-at-load': html(
      `${fine}<script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length + 0.5))</script>`,
    ),
    '/million-nodes': html(`${fine}<script>
      const all = document.createDocumentFragment();
      for (let n = 0; n < 1e6; n += 1) all.append(document.createElement('i'));
      document.body.append(all);</script>`),
    '/long-script': html(`<script src=/long.js></script>${fine}`),
    '/long.js': { headers: { 'content-type': 'text/javascript' }, body: Buffer.alloc(11 * 1024 * 1024, ' ') },
    '/wall': { status: 403, body: html(`<p>Prove that you are human.</p>${fine}`) },
    '/too-often': { status: 429, body: html(fine) },
    '/angular-list':
      html(`<div ng-app=a ng-controller=c><ul><li ng-repeat="n in items"><a ng-href="/found/{{n}}">{{n}}</a></li></ul>
      <button ng-click="more()">more</button><button ng-click="less()">one less at the end</button></div>
      <script src=/built/angularjs.js></script><script>
      angular.module('a', []).controller('c', ['$scope', scope => {
        let n = 0;
        scope.items = [];
        scope.more = () => { for (let i = 0; i < 20 && n < 600; i += 1) scope.items.push(n++); };
        scope.less = () => scope.items.pop();
        scope.more();
      }]);</script>`),
    // As React does: it takes away what it has put into items, and where it finds something else, all of the page goes.
    '/unmounts': html(`<div id=app><div id=list></div><button id=more>more</button></div><script>
      let n = 0, fresh = [];
      more.onclick = () => {
        try {
          for (const [item, badge] of fresh) item.removeChild(badge);
          fresh = [];
          for (let i = 0; i < 20 && n < 600; i += 1, n += 1) {
            const [item, badge, link] = ['p', 'b', 'a'].map(name => document.createElement(name));
            link.href = '/found/' + n;
            badge.textContent = 'new';
            item.append(link, badge);
            list.append(item);
            fresh.push([item, badge]);
          }
        } catch { app.remove(); }
      };</script>`),
    '/built/angularjs.js': { headers: { 'content-type': 'text/javascript' }, body: builtScript('angularjs') },
    '/download': html(`<a id=a href=/found/file.zip download>file</a>${button('get', 'a.click()')}
      ${button('choose', 'f.click()')}<input type=file id=f>${button(
        'ask',
        `navigator.geolocation.getCurrentPosition(() => {});
      Notification.requestPermission()`,
      )}${fine}`),
    '/accept':
      html(`${button('Accept all', `document.body.insertAdjacentHTML('beforeend', '<a href=/found/accepted>x</a>')`)}
      ${button('Delete account', `fetch('/danger/delete')`)}${fine}`),
    '/frame-bomb': html(
      `${button(
        'bomb',
        `for (let i = 0; i < 60; i += 1) { const f = document.createElement('iframe'); f.src = '/frame/' + i; document.body.append(f) }`,
      )}${fine}`,
    ),
  };
}
