import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalPlace } from './local-place.ts';

let place: LocalPlace;
beforeEach(() => {
  place = new LocalPlace();
});
afterEach(() => place.close());

interface Event {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

function eventsOf(text: string): Event[] {
  const blocks = text.split('\n\n').filter(block => block !== '' && !block.startsWith(':'));
  return blocks.map(block => Object.fromEntries(block.split('\n').map(line => line.split(/: (.*)/s).slice(0, 2))));
}

async function ask(id: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  const url = `https://api.example.com/crawls/${id}/events`;
  return await place.answer(new Request(url, { headers, ...(signal !== undefined && { signal }) }), 'account:1');
}

describe('events of a place that answers once', () => {
  test('tell what the crawl is now, when to come again, and end', async () => {
    const id = await place.started();
    const answer = await ask(id);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const [first, progress, ...more] = eventsOf(await answer.text());
    expect([first?.retry, progress?.event, more]).toEqual(['5000', 'progress', []]);
    expect(JSON.parse(progress?.data ?? '')).toEqual((await place.call('GET', `/crawls/${id}`)).body);
  });

  test('tell only what is new after Last-Event-ID', async () => {
    const id = await place.started();
    const { id: last = '' } = eventsOf(await (await ask(id)).text())[1]!;
    place.now += 60_000;
    expect(eventsOf(await (await ask(id, { 'last-event-id': last })).text())).toEqual([{ retry: '5000' }]);
    await place.call('POST', `/crawls/${id}/stop`);
    const [, changed] = eventsOf(await (await ask(id, { 'last-event-id': last })).text());
    expect(JSON.parse(changed?.data ?? '')).toMatchObject({ state: 'stopping' });
  });

  test('say that nothing more comes of a crawl at rest', async () => {
    const [, , end] = eventsOf(await (await ask(await place.finished())).text());
    expect(end?.event).toBe('end');
  });
});

describe('events of a place that goes on', () => {
  beforeEach(() => {
    place.isLive = true;
  });

  test('come when something has changed, with a sign of life between them, until the crawl ends', async () => {
    const id = await place.started();
    const answer = await ask(id);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`ended without ${part}`);
        text += value;
      }
    };
    await until('"running"');
    // The clock of this place moves by each sleep, so silence does not last.
    await until(': alive');
    expect(eventsOf(text)).toHaveLength(2);
    await place.call('POST', `/crawls/${id}/stop`);
    await until('"stopping"');
    place.end(id);
    await until('event: end');
    expect((await reader.read()).done).toBe(true);
  });

  test('are looked for no longer when their reader has gone', async () => {
    const id = await place.started();
    const reader = (await ask(id)).body!.getReader();
    await reader.read();
    await reader.cancel();
    await new Promise(resolve => setTimeout(resolve, 20));
    const looks = place.looks;
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(place.looks).toBe(looks);
  });

  test('end where the crawl is deleted', async () => {
    const id = await place.started();
    const answer = await ask(id);
    place.records.delete(id);
    await answer.text();
    expect(place.errors).toEqual([]);
  });

  test('end where the place fails, which its log tells and nobody else', async () => {
    const id = await place.started();
    const answer = await ask(id);
    place.failLook = new Error('the disk is away');
    expect(await answer.text()).not.toContain('disk');
    expect(String(place.errors[0])).toContain('the disk is away');
  });
});
