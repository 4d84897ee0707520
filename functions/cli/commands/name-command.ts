import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { nameLocalCrawl } from '../../embedded/name-crawl.ts';

/** `orbweaver name`. */
export async function nameCrawl(directory: string, given: string): Promise<void> {
  await nameLocalCrawl(directory, demandName(given));
  process.stderr.write(`The crawl is called ${given} now.\n`);
}

/** A name as a spec may have it. Throws `BadInput`. */
export function demandName(given: string): string {
  readSpec({ name: given }, () => 'name');
  return given;
}
