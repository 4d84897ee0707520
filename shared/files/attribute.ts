import { xmlText } from './xml-text.ts';

/** A property of a node or edge, as the XML formats declare it. */
export interface AttributeName {
  readonly name: string;
  readonly type: 'integer' | 'double' | 'string';
}

/** With where its value is in an `Item`. */
export interface Attribute<Item> extends AttributeName {
  of(item: Item): string | number;
}

export function attributeText(value: string | number): string {
  return typeof value === 'number' ? String(value) : xmlText(value);
}
