import { defined } from '../../domain/defined.ts';
import { type MailServer, sendMail, UnansweredMail } from './mail.ts';
import { BusyWebhook, GoneWebhook, postWebhook, type Webhook } from './webhook.ts';

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
  /** The receiver wants this wait: its other letters wait, too. */
  readonly isAsked?: boolean;
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
  /** Why the last of those that failed, or are unknown, did. */
  readonly fault?: string;
}

const minute = 60_000;
/** A receiver that wants more is tried again after a day. */
const longestWaitMs = 1440 * minute;
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
  /** `end`: how the letter ended where there is no next one. */
  const put = (letter: Letter, next: Letter | undefined, end?: End, fault = ended.fault): void => {
    open = open.flatMap(each => (each !== letter ? [each] : next === undefined ? [] : [next]));
    if (next === undefined && end !== undefined) ended = { ...ended, [end]: ended[end] + 1, ...defined({ fault }) };
    keep(open, ended);
  };
  const waiting = new Map<string | undefined, string>();
  const gone = new Set<string | undefined>();
  for (const letter of letters) {
    const url = urlOf(letter);
    if (gone.has(url)) {
      put(letter, undefined, 'failed');
      continue;
    }
    const until = waiting.get(url);
    if (until !== undefined && (letter.after === undefined || Date.parse(letter.after) <= now())) {
      put(letter, { ...letter, after: until });
      continue;
    }
    if (letter.isBegun && 'mail' in letter.to) {
      put(letter, undefined, 'unknown');
      continue;
    }
    if (letter.after !== undefined && Date.parse(letter.after) > now()) {
      if (letter.isAsked) waiting.set(url, letter.after);
      continue;
    }
    const { after: _, isAsked: __, ...due } = letter;
    const begun: Letter = { ...due, tries: letter.tries + 1, isBegun: true };
    put(letter, begun);
    const { end, fault, waitMs, isGone } = await tried(begun);
    const isOver = fault === undefined || isGone || end === 'unknown';
    const next = isOver ? undefined : triedAgain(begun, fault, now(), waitMs);
    if (next?.after !== undefined && url !== undefined) waiting.set(url, next.after);
    if (isGone) gone.add(url);
    put(begun, next, end, fault);
  }
}

const urlOf = ({ to }: Letter): string | undefined => ('webhook' in to ? to.webhook.url : undefined);

function triedAgain({ isBegun: _, ...letter }: Letter, fault: string, now: number, askedMs = 0): Letter | undefined {
  const waitMs = waitsMs[letter.tries - 1];
  if (waitMs === undefined) return undefined;
  const until = now + Math.max(waitMs, Math.min(askedMs, longestWaitMs));
  return { ...letter, fault, after: new Date(until).toISOString(), ...(askedMs > 0 && { isAsked: true }) };
}

type End = 'sent' | 'failed' | 'unknown';

/** How a try ends the letter; one that failed only where there is no further one. */
async function tried({ id, to, subject, text, body }: Letter): Promise<{
  readonly end: End;
  readonly fault?: string;
  readonly waitMs?: number;
  readonly isGone?: boolean;
}> {
  try {
    if ('webhook' in to) await postWebhook(to.webhook, id, body);
    else await sendMail(to.mail, { to: to.mail.to, id, subject, text });
    return { end: 'sent' };
  } catch (error) {
    const fault = (error as Error).message.slice(0, 500);
    if (error instanceof UnansweredMail) return { end: 'unknown', fault };
    if (error instanceof GoneWebhook) return { end: 'failed', fault, isGone: true };
    return { end: 'failed', fault, waitMs: error instanceof BusyWebhook ? error.waitMs : 0 };
  }
}

/** For people: a webhook without what follows its host, which may be a secret. */
export function receiverName(to: Receiver): string {
  return 'webhook' in to ? `${new URL(to.webhook.url).origin}/…` : to.mail.to;
}
