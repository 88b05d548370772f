/** Parameter schemas of tools as OpenClaw's own OpenAI transports send them (OpenClaw 2026.5.7). */

type Schema = Readonly<Record<string, unknown>>;

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined;
}

/**
 * A schema whose top level is an object: variants (`anyOf`, `oneOf`) are merged into one, a missing `type` or
 * `properties` is added (normalizeToolParameterSchema).
 */
export function objectSchema(value: unknown): unknown {
  const schema = asSchema(value);
  if (!schema) return value;
  const variants = ['anyOf', 'oneOf'].map((key) => schema[key]).find(Array.isArray);
  if (variants) return mergeVariants(schema, variants);
  if (Array.isArray(schema.allOf)) return schema;
  const properties = asSchema(schema.properties);
  if (schema.type === 'object') return properties ? schema : { ...schema, properties: {} };
  if ('type' in schema) return schema;
  if (properties || Array.isArray(schema.required)) return { ...schema, type: 'object', properties: properties ?? {} };
  return Object.keys(schema).length === 0 ? { type: 'object', properties: {} } : schema;
}

function mergeVariants(schema: Schema, variants: readonly unknown[]): Schema {
  const objects = variants
    .map(asSchema)
    .filter((variant) => variant !== undefined)
    .filter(({ properties }) => typeof properties === 'object' && properties !== null);
  const properties: Record<string, unknown> = {};
  for (const variant of objects) {
    for (const [key, value] of Object.entries(variant.properties as Schema)) {
      properties[key] = key in properties ? mergeProperty(properties[key], value) : value;
    }
  }
  const required = requiredOf(schema, objects);
  return {
    type: 'object',
    ...(typeof schema.title === 'string' ? { title: schema.title } : {}),
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    properties: Object.keys(properties).length > 0 ? properties : (schema.properties ?? {}),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: 'additionalProperties' in schema ? schema.additionalProperties : true,
  };
}

/** What the schema itself requires, else what all its variants require. */
function requiredOf(schema: Schema, variants: readonly Schema[]): readonly string[] {
  const own = stringsOf(schema.required);
  if (own.length > 0) return own;
  const all = variants.flatMap(({ required }) => stringsOf(required));
  return [...new Set(all)].filter((key) => all.filter((other) => other === key).length === variants.length);
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** A property of two variants: the values of both when either lists its values, else the first one. */
function mergeProperty(first: unknown, second: unknown): unknown {
  if (!first || !second) return first || second;
  const values = [valuesOf(first), valuesOf(second)];
  if (values.every((list) => list === undefined)) return first;
  const all = [...new Set(values.flatMap((list) => list ?? []))];
  const types = [...new Set(all.map((value) => typeof value))];
  const described = [second, first].map((schema) => asSchema(schema) ?? {});
  const words = ['title', 'description', 'default'].flatMap((key) =>
    described.filter((schema) => key in schema).map((schema) => [key, schema[key]] as const),
  );
  return { ...Object.fromEntries(words), ...(types.length === 1 ? { type: types[0] } : {}), enum: all };
}

function valuesOf(value: unknown): readonly unknown[] | undefined {
  const schema = asSchema(value);
  if (!schema) return undefined;
  if (Array.isArray(schema.enum)) return schema.enum;
  if ('const' in schema) return [schema.const];
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const values = (variants ?? []).flatMap((variant: unknown) => valuesOf(variant) ?? []);
  return values.length > 0 ? values : undefined;
}

/** As {@link objectSchema}, closed the way `strict: true` asks for (normalizeStrictOpenAIJsonSchema). */
export function strictSchema(value: unknown): unknown {
  return closeSchema(objectSchema(value), 0);
}

function closeSchema(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => closeSchema(entry, depth));
  const schema = asSchema(value);
  if (!schema) return value;
  const closed: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([key, entry]) => [key, closeSchema(entry, key === 'properties' ? depth : depth + 1)]),
  );
  if (closed.type !== 'object') return closed;
  const properties = asSchema(closed.properties);
  if (properties && Object.keys(properties).length === 0 && !Array.isArray(closed.required)) closed.required = [];
  if (depth === 0 && !('additionalProperties' in closed)) closed.additionalProperties = false;
  return closed;
}

/** Whether `strict: true` takes a schema: no variants, every object closed and all its properties required. */
export function fitsStrict(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(fitsStrict);
  const schema = asSchema(value);
  if (!schema) return true;
  if (['anyOf', 'oneOf', 'allOf'].some((key) => key in schema) || Array.isArray(schema.type)) return false;
  if (schema.type === 'object') {
    if (schema.additionalProperties !== false || !Array.isArray(schema.required)) return false;
    const required = stringsOf(schema.required);
    if (Object.keys(asSchema(schema.properties) ?? {}).some((key) => !required.includes(key))) return false;
  }
  return Object.entries(schema).every(([key, entry]) => {
    const properties = key === 'properties' ? asSchema(entry) : undefined;
    return properties ? Object.values(properties).every(fitsStrict) : fitsStrict(entry);
  });
}
