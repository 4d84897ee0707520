import type { Pages } from '../crawl/loopback-site.ts';

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
