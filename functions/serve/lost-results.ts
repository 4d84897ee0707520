import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput, type Refusal, refusal } from '../../shared/domain/refusal/refusal.ts';
import { readSummary } from '../embedded/read-summary.ts';

interface Lost {
  readonly names: readonly string[];
  readonly why: Refusal;
}

/** Crawls whose files are remembered, at most. */
const mostKept = 1_000;

const folders = ['', 'fragment', 'graph', 'links', 'pages', 'reports'];

/** Result files that `crawl.json` names and that are gone. A crawl is looked through again when its folders have changed. */
export class LostResults {
  private readonly kept = new Map<string, { readonly stamp: string; readonly lost: Lost | undefined }>();

  /** Of a crawl that is finished. Undefined: all are there. */
  of(directory: string): Lost | undefined {
    const stamp = folders.map(folder => changedAt(join(directory, folder))).join(' ');
    const known = this.kept.get(directory);
    if (known?.stamp === stamp) return known.lost;
    const lost = lostIn(directory);
    if (this.kept.size >= mostKept) this.kept.clear();
    this.kept.set(directory, { stamp, lost });
    return lost;
  }
}

/** Files of a folder come and go with its own time. */
function changedAt(path: string): string {
  return String(statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? '');
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function lostIn(directory: string): Lost | undefined {
  try {
    const names = readSummary(directory).files.filter(name => !isFile(join(directory, name)));
    const [file] = names;
    if (file === undefined) return undefined;
    const command = `orbweaver export ${directory} --format csv`;
    return { names, why: refusal('results-missing', { count: names.length, file, command }) };
  } catch (error) {
    if (error instanceof BadInput) return { names: ['crawl.json'], why: error.refusals[0]! };
    throw error;
  }
}
