import { localProcesses } from '../../shared/adapters/local/open.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { ObjectStore, PageToRender, RenderedPage, Renderer } from '../../shared/ports.ts';
import type { RenderWorker } from '../../shared/steps/fetch/render-worker.ts';
import { StoredRecord } from '../../shared/steps/page/answer-record.ts';

/** What renders the pages of a crawl; undefined where none is rendered. A browser starts with the first page. */
export function localRendering(spec: ResolvedSpec, objects: ObjectStore): RenderWorker | undefined {
  const { render = 'never' } = spec;
  if (render === 'never') return undefined;
  return { renderer: new LazyRenderer(), record: new StoredRecord(objects), sites: new Map(), lines: new Map() };
}

/** Nothing of the browser is loaded before the first page. */
class LazyRenderer implements Renderer {
  #renderer: Promise<Renderer> | undefined;

  async render(page: PageToRender): Promise<RenderedPage> {
    const { NoBrowser, openRenderer } = await import('../../shared/adapters/browser/open.ts');
    this.#renderer ??= Promise.resolve(openRenderer({ processes: localProcesses(), ...executable() }));
    try {
      return await (await this.#renderer).render(page);
    } catch (error) {
      if (error instanceof NoBrowser) throw new BadInput([refusal('no-browser', { why: error.message })]);
      throw error;
    }
  }

  async close(): Promise<void> {
    await (await this.#renderer)?.close();
  }
}

function executable(): { readonly executable?: string } {
  const { ORBWEAVER_BROWSER: path = '' } = process.env;
  return path === '' ? {} : { executable: path };
}
