import { allowance, BadInput, type Refusal, refusedValue } from '../../domain/refusal/refusal.ts';
import type { Receiver } from './letters.ts';
import { newWebhook } from './webhook.ts';

/** Receivers as people name them. */
interface NamedReceivers {
  /** Addresses of webhooks, and `mailto:ADDRESS`. */
  readonly notify: readonly string[];
  /** Mails are handed to this server, without a password in its address. */
  readonly smtp?: string;
  readonly smtpPassword?: string;
  readonly mailFrom?: string;
}

/** `nameOf`: what the door calls a field. Throws `BadInput` with all faults. */
export function receiversOf(
  { notify, smtp, smtpPassword, mailFrom }: NamedReceivers,
  nameOf: (field: string) => string = field => field,
): readonly Receiver[] {
  const faults: Refusal[] = notify
    .filter(where => !isMail(where) && !isWebhook(where))
    .map(where => refusedValue(nameOf('notify'), where, allowance('receiver')));
  const needsServer = notify.some(isMail);
  if (needsServer && !isServer(smtp)) faults.push({ field: nameOf('smtp'), ...allowance('mail-server') });
  if (needsServer && !isMail(`mailto:${mailFrom}`)) faults.push({ field: nameOf('mailFrom'), ...allowance('sender') });
  if (faults.length > 0) throw new BadInput(faults);
  const server = {
    ...{ url: smtp!, from: mailFrom! },
    ...(smtpPassword !== undefined && { password: smtpPassword }),
  };
  return notify.map(where =>
    isMail(where) ? { mail: { ...server, to: where.slice('mailto:'.length) } } : { webhook: newWebhook(where) },
  );
}

const isMail = (where: string): boolean => /^mailto:[^\s@<>,;]+@[^\s@<>,;]+$/.test(where);
const isWebhook = (where: string): boolean => ['http:', 'https:'].includes(URL.parse(where)?.protocol ?? '');

function isServer(smtp = ''): boolean {
  const url = URL.parse(smtp);
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '' && url.password === '';
}
