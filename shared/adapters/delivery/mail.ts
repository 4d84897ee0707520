import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';

/** The server that takes the mails of a user. */
export interface MailServer {
  /** `smtps://user@host:465`, or `smtp://user@host:587`, which begins TLS or, away from this machine, sends nothing. */
  readonly url: string;
  readonly password?: string;
  readonly from: string;
}

export interface Mail {
  /** The receiver. */
  readonly to: string;
  /** Makes the Message-ID: two mails with one id are one. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

const patienceMs = 15_000;
const ofThisMachine: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** The server has the whole mail, and did not say whether it takes it. */
export class UnansweredMail extends Error {}

/** Sends once. Throws where the server does not take the mail, and `UnansweredMail`. */
export async function sendMail({ url, password, from }: MailServer, { to, id, subject, text }: Mail): Promise<void> {
  const { protocol, hostname, port, username } = new URL(url);
  const host = decodeURIComponent(hostname).replaceAll(/[[\]]/g, '');
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...{ host, port: Number(port || (secure ? 465 : 587)), secure },
    requireTLS: !secure && !ofThisMachine.includes(host),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: password ?? '' } }),
    ...{ connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs },
    // A text is all that is sent: neither a file of this machine nor an address of the network is read for it.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  let isWhole = false;
  transport.use('stream', ({ message }, done) => {
    const flush = (end: () => void): void => {
      isWhole = true;
      end();
    };
    message.transform(() => new PassThrough({ flush }));
    done();
  });
  try {
    await transport.sendMail({ from, to, subject, text, messageId: `<${id}@orbweaver.invalid>` });
  } catch (error) {
    const { message, responseCode } = error as Error & { readonly responseCode?: number };
    if (isWhole && responseCode === undefined) throw new UnansweredMail(message);
    throw error;
  } finally {
    transport.close();
  }
}
