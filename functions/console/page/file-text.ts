import { unicodeText, withoutSeparatorLine } from '../../../shared/domain/spec/sites/unicode-text.ts';
import { t } from '../words/language.ts';
import { say } from './api.ts';

/** The text of a file that a person chose (`unicodeText`). Undefined for other bytes, which the person then knows. */
export async function fileText(file: File): Promise<string | undefined> {
  const text = unicodeText(new Uint8Array(await file.arrayBuffer()));
  if (text !== undefined) return withoutSeparatorLine(text);
  say(t('fileNoText', { name: file.name }));
  return undefined;
}
