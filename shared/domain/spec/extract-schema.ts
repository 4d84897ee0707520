import * as z from 'zod';
import { BadField, mostFields, readField } from '../html/xpath/page-fields.ts';
import { allowance, asMessage } from '../refusal/refusal.ts';

const ofForm = asMessage(allowance('extract-field'));
const ofCount = asMessage(allowance('list-of-most', { of: 'fields', most: mostFields }));

const field = z
  .string({ error: ofForm })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: ofForm, abort: true })
  .superRefine((text, context) => {
    try {
      readField(text);
    } catch (error) {
      if (!(error instanceof BadField)) throw error;
      const message =
        error.message === '' ? ofForm : asMessage(allowance('extract-expression', { why: error.message }));
      context.addIssue({ code: 'custom', message });
    }
  });

const nameOf = (text: string): string => text.slice(0, text.indexOf('=')).toLowerCase();

/** Columns of the table of pages (`--extract`); each expression is valid, and each name occurs once. */
export const extractSchema = z
  .array(field, { error: ofCount })
  .max(mostFields, { error: ofCount })
  .superRefine((fields, context) => {
    const names = fields.map(nameOf);
    for (const [index, name] of names.entries())
      if (names.indexOf(name) < index)
        context.addIssue({ code: 'custom', path: [index], message: asMessage(allowance('extract-twice')) });
  });
