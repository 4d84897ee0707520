import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunningChromium } from '../../../../shared/adapters/browser/chromium.ts';
import { LoadedPage } from '../../../../shared/adapters/browser/loaded-page.ts';

/** A browser's side of a session: it does nothing, and keeps what it was asked to do. */
class Session extends EventEmitter {
  readonly asked: string[] = [];

  async send(method: string): Promise<unknown> {
    this.asked.push(method);
    return method === 'Page.getFrameTree' ? { frameTree: { frame: { id: 'main' } } } : {};
  }
}

test('a page is asked for when the first millisecond of its time is over, so its scripts always begin at one instant', async () => {
  const session = new Session();
  const browser = { newPage: async () => ({ createCDPSession: async () => session }) };
  const page = await LoadedPage.open({ browser, isForOneLoad: true } as unknown as RunningChromium, {
    ...{ url: 'http://127.0.0.1:9/', userAgent: 'test', frames: 0 },
    answer: async () => ({ status: 200, headers: [], body: Buffer.from('') }),
    agent: { growth: 2, growthFloor: 10, keptItems: 3, hollowLimit: 100, volatile: [], keptLists: [], buttons: 1 },
  });
  const loaded = page.load(5_000);
  const settled = async () => {
    for (let n = 0; n < 20; n += 1) await turn();
    return session.asked.at(-1);
  };

  expect(await settled()).toBe('Emulation.setVirtualTimePolicy');
  expect(session.asked).not.toContain('Page.navigate');
  session.emit('Emulation.virtualTimeBudgetExpired');
  await settled();
  expect(session.asked.slice(-2)).toEqual(['Page.navigate', 'Emulation.setVirtualTimePolicy']);
  session.emit('Emulation.virtualTimeBudgetExpired');
  await loaded;
});
