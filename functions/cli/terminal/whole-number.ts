import { InvalidArgumentError } from 'commander';

/** Reads the value of an option: a whole number from 1 on, of so many digits at most. `allowed` ends the sentence of the refusal. */
export function wholeNumber(mostDigits: number, allowed: string): (text: string) => number {
  return text => {
    if (/^\d+$/.test(text) && text.length <= mostDigits && Number(text) > 0) return Number(text);
    throw new InvalidArgumentError(`Allowed is a whole number ${allowed}.`);
  };
}
