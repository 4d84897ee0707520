import './quiet-logs.ts';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { type Consumer, consumeBatch } from '../../../functions/aws/consume-batch.ts';
import type { Handled, Message } from '../../../shared/domain/protocol/crawl-state.ts';
import type { Wake } from '../../../shared/ports/ports.ts';

const body = (site: number, turn = 1): string => JSON.stringify({ v: 1, kind: 'fetch', crawl: 'c', site, turn });

function batch(...bodies: readonly string[]): SQSEvent {
  return deliveredBatch(bodies, () => 1);
}

function deliveredBatch(bodies: readonly string[], deliveries: (index: number) => number): SQSEvent {
  const records = bodies.map((text, index) => ({
    ...{ messageId: `m${index}`, receiptHandle: `r${index}`, body: text },
    attributes: { ApproximateReceiveCount: String(deliveries(index)) },
  }));
  return { Records: records as SQSEvent['Records'] };
}

const done: Handled = { kind: 'done' };

function consumer(parts: Partial<Consumer> & Pick<Consumer, 'handle'>) {
  const sent: Wake[] = [];
  const put: (readonly [string, number])[] = [];
  const whole: Consumer = {
    queue: { send: async wakes => void sent.push(...wakes) },
    lane: ({ id }) => id,
    mostLanes: 32,
    canBegin: () => true,
    putBack: async (receipt, delayMs) => void put.push([receipt, delayMs]),
    ...parts,
  };
  return { consumer: whole, sent, put };
}

const kept = async (event: SQSEvent, parts: Partial<Consumer> & Pick<Consumer, 'handle'>): Promise<string[]> =>
  (await consumeBatch(event, consumer(parts).consumer)).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);

describe('a batch of messages', () => {
  test('loses only its poison message to the queue, with which it stays until it is a dead letter', async () => {
    const handle = async ({ site }: Message): Promise<Handled> => {
      if (site === 5) throw new Error('poison');
      return done;
    };
    const ten = batch(...Array.from({ length: 10 }, (_, site) => body(site)));
    expect(await kept(ten, { handle })).toEqual(['m5']);
  });

  test('keeps what it cannot read, and handles the rest', async () => {
    const seen: number[] = [];
    const handle = async ({ site }: Message): Promise<Handled> => {
      seen.push(site);
      return done;
    };
    const event = batch(body(1), '{"v":9,"kind":"fetch","crawl":"c","site":2,"turn":1}', 'garbage', body(4));
    expect(await kept(event, { handle })).toEqual(['m1', 'm2']);
    expect(seen).toEqual([1, 4]);
  });

  test('puts a message back for as long as the step says, without acknowledging it', async () => {
    const { consumer: one, put, sent } = consumer({ handle: async () => ({ kind: 'put-back', delayMs: 31_000 }) });
    const answer = await consumeBatch(batch(body(1)), one);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
    expect(put).toEqual([['r0', 31_000]]);
    expect(sent).toEqual([]);
  });

  test('passes on what there is no time for, so that waiting never makes a dead letter (adverse 57)', async () => {
    let begun = 0;
    const { consumer: one, sent } = consumer({
      mostLanes: 1,
      canBegin: () => begun < 2,
      handle: async () => {
        begun += 1;
        return done;
      },
    });
    const answer = await consumeBatch(batch(body(1), body(2), body(3, 8)), one);
    expect(answer.batchItemFailures).toEqual([]);
    expect(sent).toEqual([{ kind: 'fetch', crawl: 'c', site: 3, turn: 8 }]);
  });

  test('drives many lanes at once and never more than it may', async () => {
    let open = 0;
    let mostOpen = 0;
    const handle = async (): Promise<Handled> => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise(resolve => setTimeout(resolve, 5));
      open -= 1;
      return done;
    };
    const event = batch(...Array.from({ length: 20 }, (_, site) => body(site)));
    expect(await kept(event, { handle, mostLanes: 8 })).toEqual([]);
    expect(mostOpen).toBe(8);
  });

  test('handles the messages of one lane one after the other, in the order of their turns', async () => {
    const seen: string[] = [];
    const handle = async ({ site, turn }: Message): Promise<Handled> => {
      seen.push(`begin ${site}.${turn}`);
      await new Promise(resolve => setTimeout(resolve, 2));
      seen.push(`end ${site}.${turn}`);
      return done;
    };
    const event = batch(body(1, 3), body(1, 1), body(1, 2));
    await kept(event, { handle, lane: ({ crawl, site }) => `${crawl} ${site}` });
    expect(seen).toEqual(['begin 1.1', 'end 1.1', 'begin 1.2', 'end 1.2', 'begin 1.3', 'end 1.3']);
  });

  test('handles what was delivered before when all others are done, and by itself', async () => {
    const seen: string[] = [];
    let open = 0;
    const handle = async ({ site }: Message, deliveries: number): Promise<Handled> => {
      open += 1;
      await new Promise(resolve => setTimeout(resolve, 2));
      seen.push(`${site}: delivery ${deliveries}, ${open} at once`);
      open -= 1;
      return done;
    };
    const event = deliveredBatch([body(1), body(2), body(3), body(4)], index => (index < 2 ? index + 2 : 1));
    await kept(event, { handle, repeatsAlone: true });
    expect(seen.slice(2)).toEqual(['1: delivery 2, 1 at once', '2: delivery 3, 1 at once']);
    expect(seen.slice(0, 2).sort()).toEqual([
      expect.stringMatching(/^3: delivery 1/),
      expect.stringMatching(/^4: delivery 1/),
    ]);
    await kept(event, { handle });
    expect(seen[4]).toContain('4 at once');
  });
});
