import { InvalidArgumentError } from 'commander';

/** Reads the value of an option: a whole number from 1 to `most`. */
export function wholeNumber(most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const allowed = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`;
  return text => {
    if (/^\d+$/.test(text) && Number(text) > 0 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Allowed is a whole number from 1 ${allowed}.`);
  };
}
