/** Notices on their way to people and programs: webhooks and mails. */
export { type Letter, type LetterCounts, type Receiver, receiverName, sendLetters } from './letters.ts';
export { receiversOf } from './receivers.ts';
