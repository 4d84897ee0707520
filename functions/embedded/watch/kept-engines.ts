/**
 * Engines that `watch run` asks, in the user's folder of state as alerts are: a directory that comes from a stranger, or is copied,
 * sends texts nowhere and spends nothing. Keys of endpoints are not kept.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { localEngineFolder } from '../../../shared/adapters/local/open.ts';
import type { TokenPrice } from '../../../shared/wings/publications/tone/asked/budget.ts';
import { fileKey, folderFor, recordsIn, writeRecord } from './user-records.ts';

/** The options of `tone ask --keep`. */
export interface KeptEngine {
  /** Of the engine, as its answers are kept under it. */
  readonly name: string;
  readonly engine: 'onnx' | 'openai' | 'bedrock';
  readonly model: string;
  readonly endpoint?: string;
  readonly consent?: true;
  /** Dollars for a day. */
  readonly budget?: number;
  readonly price?: TokenPrice;
  /** Seconds. */
  readonly timeout?: number;
  readonly parallel?: number;
}

export function keptEngines(directory: string): readonly KeptEngine[] {
  return recordsIn<KeptEngine>(folderOf(directory, 'read'));
}

/** One of the same name is replaced. */
export function keepEngine(directory: string, engine: KeptEngine): void {
  writeRecord(folderOf(directory, 'write'), `${fileKey(engine.name)}.json`, engine);
}

export function dropEngine(directory: string, name: string): void {
  rmSync(join(folderOf(directory, 'write'), `${fileKey(name)}.json`), { force: true });
}

function folderOf(directory: string, way: 'read' | 'write'): string {
  return folderFor(directory, localEngineFolder(way));
}
