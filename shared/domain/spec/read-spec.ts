import { type CrawlSpec, crawlSpecSchema } from './crawl-spec-schema.ts';
import { type FieldName, readBySchema } from './schema-refusals.ts';

/** The values of one source, and its names of the fields. */
export interface SpecLayer {
  readonly spec: CrawlSpec;
  readonly nameOf: FieldName;
}

/** Checks the values of one source. Throws `BadInput` with a refusal for each fault (the first ten). */
export function readSpec(values: unknown, nameOf: FieldName): SpecLayer {
  return { spec: readBySchema(crawlSpecSchema, values, nameOf), nameOf };
}
