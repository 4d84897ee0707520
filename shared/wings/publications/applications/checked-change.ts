/** The changes that an application makes to a publication, held to what publications are. */
import * as z from 'zod';
import type { PublicationChange } from '../../../domain/applications/publication-application.ts';

const line = z.string().max(10_000);
const lines = z.array(line).max(1_000);
const shape = z.strictObject({
  title: line.nullable().optional(),
  authors: lines.optional(),
  section: line.nullable().optional(),
  tags: lines.optional(),
  language: z.string().max(64).nullable().optional(),
  text: z.string().max(5_000_000).optional(),
  fields: z.record(z.string().max(100), line.nullable()).optional(),
});

/** The change, or a sentence about what is wrong with it. */
export function checkedChange(
  given: unknown,
): { readonly change: PublicationChange | null } | { readonly detail: string } {
  if (given === null) return { change: null };
  if (given === undefined) return { change: {} };
  const result = shape.safeParse(given);
  if (result.success) return { change: JSON.parse(JSON.stringify(result.data)) as PublicationChange };
  const { path, message } = result.error.issues[0]!;
  const allowed = Object.keys(shape.shape).join(', ');
  return {
    detail: `publication gave ${path.join('.') || 'something'} that no publication has (${message}); allowed are ${allowed}`,
  };
}
