import { localProcesses } from '../../shared/adapters/local/open.ts';
import type { AnswerObjects, Renderer, Traverser } from '../../shared/ports/page-ports.ts';
import type { RenderTurn } from '../../shared/steps/fetch/turn.ts';
import { StoredRecord } from '../../shared/steps/page/answer-record.ts';
import { renderWith } from '../../shared/steps/render/render-pages.ts';

/** The loader of a crawl's pages in a browser. */
export interface LocalRendering {
  readonly render: RenderTurn;
  /** Ends the browsers. */
  close(): Promise<void>;
}

/** A browser starts with the first page. */
export function localRendering(objects: AnswerObjects): LocalRendering {
  const browser = async () => await import('../../shared/adapters/browser/open.ts');
  const own = () => ({ processes: localProcesses(), ...browserExecutable() });
  const pages = new Lazy(async () => (await browser()).openRenderer(own()));
  const clicks = new Lazy(async () => (await browser()).openTraverser(own()));
  const renderer: Renderer = {
    render: async page => await pages.use(opened => opened.render(page)),
    close: async () => await pages.close(),
  };
  const traverser: Traverser = {
    goOn: async page => await clicks.use(opened => opened.goOn(page)),
    close: async () => await clicks.close(),
  };
  const record = new StoredRecord(objects);
  return {
    render: renderWith({ renderer, traverser, record, sites: new Map(), lines: new Map() }),
    close: async () => {
      await renderer.close();
      await traverser.close();
    },
  };
}

/** A part of the browser's adapter. Nothing of the browser is loaded before the first page. */
class Lazy<T extends { close(): Promise<void> }> {
  readonly #open: () => Promise<T>;
  #opened: Promise<T> | undefined;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  async use<Result>(work: (part: T) => Promise<Result>): Promise<Result> {
    this.#opened ??= this.#open();
    return await work(await this.#opened);
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}

/** The browser that the user names. */
export function browserExecutable(): { readonly executable?: string } {
  const { ORBWEAVER_BROWSER: path = '' } = process.env;
  return path === '' ? {} : { executable: path };
}
