import { type LinkElement, linkElements } from '../../html/link-element.ts';
import { allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import type { Profile } from '../crawl-spec.ts';
import { profileDefaults } from '../profiles.ts';
import type { SpecLayer } from '../read-spec.ts';
import { layerOf } from './layer-names.ts';

/**
 * The elements whose addresses are links, in the order of `linkElements`. `frames` adds `frame` or takes it away, unless
 * a stronger layer gives `elements`: then this list decides.
 */
export function resolveElements(layers: readonly SpecLayer[], profile: Profile): readonly LinkElement[] {
  const listed = layerOf(layers, 'elements');
  const switched = layerOf(layers, 'frames');
  const elements: readonly LinkElement[] = listed?.spec.elements ?? profileDefaults[profile].elements;
  const isStronger = listed === undefined || layers.indexOf(switched!) < layers.indexOf(listed);
  const frames = switched !== undefined && isStronger ? switched.spec.frames! : elements.includes('frame');
  return linkElements.filter(element => (element === 'frame' ? frames : elements.includes(element)));
}

/** One source that gives both must mean the same by both. */
export function elementFaults(layers: readonly SpecLayer[]): readonly Refusal[] {
  const holder = layerOf(layers, 'elements');
  if (holder === undefined) return [];
  const { frames, elements = [] } = holder.spec;
  if (frames === undefined || frames === elements.includes('frame')) return [];
  const code = frames ? 'frames-missing' : 'frames-named';
  const why = allowance(code, { elements: holder.nameOf(['elements']) });
  return [refusedValue(holder.nameOf(['frames']), frames, why)];
}
