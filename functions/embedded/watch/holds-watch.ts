import { existsSync, readdirSync } from 'node:fs';
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import { isOfWatch } from '../directory/own-files.ts';
import { readCrawl } from '../read-crawl.ts';

/** Whether `directory` holds a watch. False if it holds nothing; throws where a watch there cannot be read. */
export async function holdsWatch(directory: string): Promise<boolean> {
  if (!existsSync(directory) || !isOfWatch(readdirSync(directory))) return false;
  return await readCrawl(directory, async (_, { spec }) => kindOf(spec).name === 'watch');
}
