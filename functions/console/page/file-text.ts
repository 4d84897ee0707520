import { t } from '../words/language.ts';
import { say } from './notices.ts';

/** The text of a file that a person chose: UTF-8, or UTF-16 with its mark, without Excel's line `sep=;`. Undefined for other bytes, which the person then knows. */
export async function fileText(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^sep=[^\r\n](?=\r?\n)/i, '');
  } catch {
    say(t('fileNoText', { name: file.name }));
    return undefined;
  }
}
