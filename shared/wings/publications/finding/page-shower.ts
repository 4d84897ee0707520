import type { AnswerPage } from '../../../domain/http/page-answer.ts';

/** A page as its server sent it, to be shown in a browser. */
export interface PageToShow {
  readonly address: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Answers what the page itself requests. */
  readonly answer: AnswerPage;
  /** False: no button is pressed. */
  readonly presses?: boolean;
}

/** The addresses that a press of a button brought and the page did not have before. */
export interface PressedButton {
  /** Its text; `scroll` where the page was scrolled down. */
  readonly text: string;
  readonly addresses: readonly string[];
}

/** Why a page could not be shown. */
export type ShowFailure = 'no-browser' | 'hung' | 'crashed' | 'too-large';

export type ShownPage =
  | {
      readonly kind: 'shown';
      /** The document after its scripts have run, in UTF-8. */
      readonly html: Uint8Array;
      readonly presses: readonly PressedButton[];
    }
  /** `detail`: one sentence. */
  | { readonly kind: 'none'; readonly why: ShowFailure; readonly detail: string };

/** Shows a page in a browser and presses its buttons, a few times. Never throws for what a page does. */
export type ShowPage = (page: PageToShow) => Promise<ShownPage>;
