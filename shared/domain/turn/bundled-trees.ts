/** For a Lambda with page analyzers: its bundle holds cheerio. `infra/plugin-entries.ts` imports it. */
import { load } from 'cheerio';
import { useTrees } from './analyzed-page.ts';

useTrees(html => load(html));
