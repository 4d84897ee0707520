import * as z from 'zod';
import { BadXPath, readXPath } from '../../../../domain/html/xpath/xpath.ts';
import { type Allowance, allowance, asMessage } from '../../../../domain/refusal/refusal.ts';
import { patternFault } from '../../../../domain/spec/crawl-spec-schema.ts';
import { isZone } from '../../times/zone-names.ts';

/** The fields of a publication that rules may give; any other name is a field of the user's own. */
export const publicationFields = [
  'title',
  'text',
  'authors',
  'published',
  'modified',
  'section',
  'tags',
  'image',
] as const;

const most = { types: 4, fields: 50, drops: 20 };
const nameOf = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const because = (why: Allowance): { readonly error: string } => ({ error: asMessage(why) });
const mapping = (of: readonly string[]) => because(allowance('mapping', { of: of.join(', ') }));

const xpath = z.string(because(allowance('xpath'))).superRefine((text, context) => {
  try {
    readXPath(text);
  } catch (error) {
    if (!(error instanceof BadXPath)) throw error;
    context.addIssue({ code: 'custom', message: asMessage(allowance('xpath', { why: error.message })) });
  }
});

const pattern = z.string(because(allowance('pattern'))).superRefine((text, context) => {
  const why = patternFault(text);
  if (why !== undefined) context.addIssue({ code: 'custom', message: asMessage(allowance('pattern', { why })) });
});

const name = z.string(because(allowance('field-name'))).regex(nameOf, because(allowance('field-name')));
const drops = because(allowance('list-of-most', { of: 'XPath expressions', most: most.drops }));

const date = z.strictObject(
  {
    language: z
      .string(because(allowance('line', { most: 35 })))
      .max(35, because(allowance('line', { most: 35 })))
      .optional(),
    zone: z
      .string(because(allowance('zone')))
      .refine(isZone, because(allowance('zone')))
      .optional(),
  },
  mapping(['language', 'zone']),
);

const field = z.strictObject(
  {
    xpath,
    drop: z.array(xpath, drops).max(most.drops, drops).optional(),
    join: z
      .string(because(allowance('most-characters', { most: 20 })))
      .max(20, because(allowance('most-characters', { most: 20 })))
      .optional(),
    date: date.optional(),
  },
  mapping(['xpath', 'drop', 'join', 'date']),
);

const ofFields = because(allowance('field-count', { most: most.fields }));

const pageType = z
  .strictObject(
    {
      name,
      address: pattern.optional(),
      match: xpath.optional(),
      fields: z
        .record(name, field, ofFields)
        .refine(fields => Object.keys(fields).length > 0 && Object.keys(fields).length <= most.fields, ofFields),
    },
    mapping(['name', 'address', 'match', 'fields']),
  )
  .refine(
    ({ address, match }) => address !== undefined || match !== undefined,
    because(allowance('page-type-unbound')),
  );

const ofTypes = because(allowance('page-type-count', { most: most.types }));

/** The rules of one source. */
export const rulesSchema = z.strictObject(
  {
    types: z
      .array(pageType, ofTypes)
      .min(1, ofTypes)
      .max(most.types, ofTypes)
      .superRefine((types, context) => {
        for (const [i, { name }] of types.entries())
          if (types.findIndex(other => other.name === name) < i)
            context.addIssue({ code: 'custom', path: [i, 'name'], message: asMessage(allowance('id-twice')) });
      }),
  },
  mapping(['types']),
);

/** Rules as a file has them, each field with its settings. */
export type RulesData = z.infer<typeof rulesSchema>;
export type FieldData = z.infer<typeof field>;
