import { RE2JS, RE2JSSyntaxException } from 're2js';

/** What is wrong with an include or exclude expression; `undefined` where it can be used. */
export function patternFault(expression: string): string | undefined {
  try {
    RE2JS.compile(expression);
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return error.message.replace('error parsing regexp: ', '');
    throw error;
  }
}
