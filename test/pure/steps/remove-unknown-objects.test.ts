import { expect, test } from 'vitest';
import { segmentName } from '../../../shared/domain/turn/segment.ts';
import { turnRecordName } from '../../../shared/domain/turn/turn-record.ts';
import { removeUnknownObjects } from '../../../shared/steps/life/resume-crawl.ts';
import { siteRow } from '../../contract/sample-state.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';

test('bodies that no turn names and segments of turns that are not parsed go, all else stays (adverse 62)', async () => {
  const objects = new MemoryObjects();
  const site = siteRow('c', 1, { turn: 3, pending: new Map([[3, 'mine']]) });
  const kept = [turnRecordName(1, 3, 'mine'), segmentName(1, 1), segmentName(1, 2), 'robots/abc'];
  const gone = [turnRecordName(1, 3, 'another'), turnRecordName(1, 2, 'mine'), segmentName(1, 3), segmentName(1, 4)];
  for (const name of [...kept, ...gone]) await objects.put(name, [Buffer.from(name)]);
  expect(await removeUnknownObjects({ objects }, [site], async () => true)).toBe(true);
  expect(await objects.list('')).toEqual(kept.toSorted());
});

test('a resume removes nothing once a second resume has taken the crawl up', async () => {
  const objects = new MemoryObjects();
  const names = [segmentName(1, 4), segmentName(1, 5)];
  for (const name of names) await objects.put(name, [Buffer.from(name)]);
  const answers = [true, false];
  const site = siteRow('c', 1, { turn: 3 });
  expect(await removeUnknownObjects({ objects }, [site], async () => answers.shift()!)).toBe(false);
  expect(await objects.list('')).toEqual([segmentName(1, 5)]);
});

test('a turn of any number is looked for among the objects that are there', async () => {
  const objects = new MemoryObjects();
  const kept = [segmentName(1, 1), segmentName(1, 7)];
  const gone = ['segments/1/x', 'segments/1/01', 'segments/2/1', 'segments/1/0.5'];
  for (const name of [...kept, ...gone]) await objects.put(name, [Buffer.from(name)]);
  const site = siteRow('c', 1, { turn: Number.MAX_SAFE_INTEGER });
  expect(await removeUnknownObjects({ objects }, [site], async () => true)).toBe(true);
  expect(await objects.list('')).toEqual(kept);
});
