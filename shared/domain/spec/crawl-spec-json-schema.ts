import { z } from 'zod';
import { crawlSpecSchema } from './crawl-spec-schema.ts';

/** The spec as JSON Schema (2020-12), for editors and other programs; kept in `shared/crawl-spec.schema.json`. */
export function crawlSpecJsonSchema(): unknown {
  return z.toJSONSchema(crawlSpecSchema, { io: 'input' });
}
