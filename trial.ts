import { startChromium } from './shared/adapters/browser/chromium.ts';
import { PageDriver } from './shared/adapters/browser/page-driver.ts';
import { Traversal } from './shared/wings/publications/traversal/traversal.ts';
import { traversalDefaults } from './shared/wings/publications/traversal/traversal-settings.ts';
const url = process.argv[2]!;
const urls = new Map<string, string>();
const cache = new Map<string, any>();
let asked = 0;
const driver = new PageDriver({ url, userAgent: 'Orbweaver/0.1', start: () => startChromium(), loadMs: 5000, windowMs: 500, idleMs: 15000, buttons: 500,
  answer: async r => { const c = cache.get(r.url); if (c) return c; asked++; const a = await fetch(r.url, { redirect: 'manual', headers: r.headers }); const v = { status: a.status, headers: [...a.headers], body: new Uint8Array(await a.arrayBuffer()) }; cache.set(r.url, v); return v; } });
const t = new Traversal(driver, { found: async l => l.map(({ url, by }) => { if (urls.has(url)) return false; urls.set(url, by); return true; }), promoted: async p => console.log('promoted', p) }, { ...traversalDefaults, ...JSON.parse(process.argv[3] ?? '{}') });
const t0 = performance.now();
let end; while ((end = await t.step()) === undefined) ;
console.log(end, JSON.stringify(t.report()), 'states', t.graph.size, 'urls', urls.size, 'asked', asked, Math.round(performance.now() - t0), 'ms', driver.refused);
if (process.argv[4]) for (const [u, by] of urls) console.log(by, u);
await driver.close();
if (process.argv[4]) for (const v of t.graph.vertices) console.log(v.id, v.linkCount, v.buttons.map(b => JSON.stringify(t.button(b))).join('\n   '));
