/** Attributes that are undefined are left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of a picture in SVG: a file has it as text (`svgText`), the console as an element of its page. */
export interface Shape {
  readonly tag: 'circle' | 'g' | 'line' | 'polyline' | 'rect' | 'svg' | 'text' | 'title';
  readonly attributes: Attributes;
  readonly children: readonly (Shape | string)[];
}

export function shape(tag: Shape['tag'], attributes: Attributes, ...children: Shape['children']): Shape {
  return { tag, attributes, children };
}
