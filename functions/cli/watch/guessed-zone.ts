/** In place of a zone: what is set for the source counts no more. */
export const guessed = 'guess';
