import { baseApplications } from '../../../domain/applications/publication-application.ts';
import type { ApplicationFacts } from './application-runner.ts';

/** Without a word of the user's: the rules first, then the automatic extractor. */
export const builtInOrder: readonly string[] = baseApplications;

/** The order where the user names none: before each base what extends the base, at the end what only keeps records. */
export function orderOf(known: readonly Pick<ApplicationFacts, 'name' | 'extends'>[]): readonly string[] {
  const extending = (base: string): string[] => known.filter(each => each.extends === base).map(({ name }) => name);
  const others = known.filter(each => each.extends === undefined).map(({ name }) => name);
  return [...builtInOrder.flatMap(base => [...extending(base), base]), ...others];
}

/** With one more, at the place that it has in `order`. */
export function switchedOn(on: readonly string[], name: string, order: readonly string[]): readonly string[] {
  if (on.includes(name)) return on;
  const behind = new Set(order.slice(order.indexOf(name) + 1));
  const place = on.findIndex(each => behind.has(each));
  return place < 0 ? [...on, name] : [...on.slice(0, place), name, ...on.slice(place)];
}
