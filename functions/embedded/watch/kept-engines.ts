/**
 * Engines that `watch run` asks, in the user's folder of state as alerts are: a directory that comes from a stranger, or is copied,
 * sends texts nowhere and spends nothing. Keys of endpoints are not kept.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { localEngineFolder, readRegular, replaceFile } from '../../../shared/adapters/local/open.ts';
import type { TokenPrice } from '../../../shared/wings/publications/tone/asked/budget.ts';
import { scheduleId } from '../schedule/schedule-store.ts';

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
  const folder = folderOf(directory, 'read');
  const files = existsSync(folder) ? readdirSync(folder).filter(name => /^[\da-f]{16}\.json$/.test(name)) : [];
  const engines = files.map(name => JSON.parse(readRegular(join(folder, name))) as KeptEngine);
  return engines.sort((one, other) => one.name.localeCompare(other.name));
}

/** One of the same name is replaced. */
export function keepEngine(directory: string, engine: KeptEngine): void {
  const folder = folderOf(directory, 'write');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  replaceFile(join(folder, fileOf(engine.name)), `${JSON.stringify(engine)}\n`, 0o600);
}

export function dropEngine(directory: string, name: string): void {
  rmSync(join(folderOf(directory, 'write'), fileOf(name)), { force: true });
}

const fileOf = (name: string): string => `${createHash('sha256').update(name).digest('hex').slice(0, 16)}.json`;

function folderOf(directory: string, way: 'read' | 'write'): string {
  return join(localEngineFolder(way), scheduleId(realpathSync(directory)));
}
