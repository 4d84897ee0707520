/** `npm run docs`: writes the pages and the schema that are made of the source. */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './reference/pages.ts';

for (const [path, text] of generatedFiles()) writeFileSync(new URL(`../${path}`, import.meta.url), text);
