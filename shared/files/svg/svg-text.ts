import { xmlText } from '../xml-text.ts';
import type { Shape } from './shape.ts';

export function svgText({ tag, attributes, children }: Shape): string {
  const named = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${xmlText(String(value))}"`,
  );
  const content = children.map(child => (typeof child === 'string' ? xmlText(child) : svgText(child))).join('');
  return content === '' ? `<${tag}${named.join('')}/>` : `<${tag}${named.join('')}>${content}</${tag}>`;
}
