/** The keywords that are read of a JSON Schema (2020-12). */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
}

/** In a few words: `integer 1–256`, `merge, keep`, `list of text`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf?.some(({ const: only }) => only === true)) return 'always on';
  if (schema.anyOf?.some(({ type }) => type === 'boolean')) return 'on, off';
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return `${schema.type}${rangeOf(schema)}`;
    case 'string':
      return schema.maxLength === undefined ? 'text' : `text of up to ${grouped(schema.maxLength)} characters`;
    case 'boolean':
      return 'true, false';
    case 'array':
      return listOf(schema);
    default:
      return schema.properties === undefined ? 'mapping' : 'mapping, below';
  }
}

function listOf({ items = {}, minItems = 0, maxItems }: JsonSchema): string {
  const least = minItems > 0 ? ', not empty' : '';
  const most = maxItems === undefined ? '' : `, ${grouped(maxItems)} at most`;
  return `list of ${items.enum === undefined ? typeOf(items).replace('mapping, below', 'mappings') : typeOf(items)}${least}${most}`;
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (maximum === undefined) return minimum === undefined ? '' : ` from ${grouped(minimum)}`;
  return ` ${grouped(minimum ?? 0)}–${grouped(maximum)}`;
}

/** With commas between thousands. */
function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
