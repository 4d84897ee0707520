import { type MailServer, sendMail, UnansweredMail } from './mail.ts';
import { GoneWebhook, postWebhook, type Webhook } from './webhook.ts';

/** A receiver of notices. */
export type Receiver = { readonly webhook: Webhook } | { readonly mail: MailServer & { readonly to: string } };

/** A notice on its way to one receiver. */
export interface Letter {
  /** Unique; a receiver that has seen it before may drop the letter. */
  readonly id: string;
  readonly to: Receiver;
  readonly subject: string;
  /** For people. */
  readonly text: string;
  /** JSON, for programs. */
  readonly body: string;
  /** Tries that were begun, and the fault of the last try that ended. */
  readonly tries: number;
  readonly fault?: string;
  /** ISO 8601; the next try is not before. */
  readonly after?: string;
  /** A try is under way, or its process was killed in it. */
  readonly isBegun?: true;
}

/** How the letters of a user have ended so far. */
export interface LetterCounts {
  readonly sent: number;
  /** Given up after the last try, or since the receiver is gone for good. */
  readonly failed: number;
  /** Mails whose process was killed while the server was taking them, or that it had whole and did not answer: they are not sent twice. */
  readonly unknown: number;
}

const minute = 60_000;
const waitsMs: readonly number[] = [1, 5, 30, 120, 360, 720, 1440, 1440].map(minutes => minutes * minute);

/**
 * Tries the letters that are due, one after the other. Where a webhook fails, its other letters wait as long: a receiver that hangs keeps
 * the letters to others back once. `keep` writes down what is left and what has ended, before and after
 * each try: a killed process posts a webhook again under its id, and a mail not at all.
 */
export async function sendLetters(
  letters: readonly Letter[],
  counts: LetterCounts,
  now: () => number,
  keep: (letters: readonly Letter[], counts: LetterCounts) => void,
): Promise<void> {
  let open = letters;
  let ended = counts;
  const put = (letter: Letter, next: Letter | undefined): void => {
    open = open.flatMap(each => (each !== letter ? [each] : next === undefined ? [] : [next]));
  };
  const waiting = new Map<string, string>();
  for (const letter of letters) {
    const until = 'webhook' in letter.to ? waiting.get(letter.to.webhook.url) : undefined;
    if (until !== undefined && (letter.after === undefined || Date.parse(letter.after) <= now())) {
      put(letter, { ...letter, after: until });
      keep(open, ended);
      continue;
    }
    if (letter.isBegun && 'mail' in letter.to) {
      put(letter, undefined);
      ended = { ...ended, unknown: ended.unknown + 1 };
      keep(open, ended);
      continue;
    }
    if (letter.after !== undefined && Date.parse(letter.after) > now()) continue;
    const { after: _, ...due } = letter;
    const begun: Letter = { ...due, tries: letter.tries + 1, isBegun: true };
    put(letter, begun);
    keep(open, ended);
    const { end, fault } = await tried(begun);
    const next = fault === undefined ? undefined : triedAgain(begun, fault, now());
    put(begun, next);
    if (next?.after !== undefined && 'webhook' in next.to) waiting.set(next.to.webhook.url, next.after);
    if (next === undefined) ended = { ...ended, [end]: ended[end] + 1 };
    keep(open, ended);
  }
}

function triedAgain({ isBegun: _, ...letter }: Letter, fault: string, now: number): Letter | undefined {
  const waitMs = waitsMs[letter.tries - 1];
  return waitMs === undefined ? undefined : { ...letter, fault, after: new Date(now + waitMs).toISOString() };
}

/** How a try ends the letter; with a `fault` only where there is no further one. */
async function tried({ id, to, subject, text, body }: Letter): Promise<{ end: keyof LetterCounts; fault?: string }> {
  try {
    if ('webhook' in to) await postWebhook(to.webhook, id, body);
    else await sendMail(to.mail, { to: to.mail.to, id, subject, text });
    return { end: 'sent' };
  } catch (error) {
    if (error instanceof UnansweredMail) return { end: 'unknown' };
    return { end: 'failed', ...(!(error instanceof GoneWebhook) && { fault: (error as Error).message.slice(0, 500) }) };
  }
}

/** For people: a webhook without what follows its host, which may be a secret. */
export function receiverName(to: Receiver): string {
  return 'webhook' in to ? `${new URL(to.webhook.url).origin}/…` : to.mail.to;
}
