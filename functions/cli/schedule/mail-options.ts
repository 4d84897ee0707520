import { readRegular } from '../../../shared/adapters/local/open.ts';

/** Options of commands that notify. */
export interface MailOptions {
  readonly notify?: readonly string[];
  readonly smtp?: string;
  readonly smtpPasswordFile?: string;
  readonly mailFrom?: string;
}

/** The password of the mail server; undefined if neither the file nor the environment gives one. */
export function smtpPasswordOf({ smtpPasswordFile }: MailOptions): string | undefined {
  return smtpPasswordFile === undefined ? process.env['ORBWEAVER_SMTP_PASSWORD'] : readRegular(smtpPasswordFile).trim();
}
