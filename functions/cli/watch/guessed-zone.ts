/** In place of a value: the setting of the source counts no more. */
export const guessed = 'guess';
export const learnt = 'learnt';
