import { z } from 'zod';

export type Json = Record<string, unknown>;
/** Schemas of records with an id, by that id. */
export type Components = Record<string, Json>;

/** JSON Schema of a part of a request or response; records with an id become components. */
export const schemaOf = (
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Components,
): Json => {
  const text = JSON.stringify(
    z.toJSONSchema(schema, { io, override: keepDefault }),
    (key, value: unknown) => (key === '$schema' ? undefined : withoutPattern(value)),
  );
  const { $defs, ...rest } = JSON.parse(
    text.replaceAll('#/$defs/', '#/components/schemas/'),
  ) as Json;
  Object.assign(components, $defs);
  if (!('id' in rest)) return rest;
  const { id, ...record } = rest as Json & { id: string };
  components[id] = record;
  return { $ref: `#/components/schemas/${id}` };
};

/** Zod omits the default of a transformed value. */
const keepDefault = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void => {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
};

/**
 * `format: uuid` suffices; the additional regular expression is only long. Those with classes of Unicode are
 * no regular expressions to many languages, whose tools refuse the whole document. Several expressions of one
 * text are parts of an `allOf`, of which none or one can be left.
 */
const withoutPattern = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isForAll = !('pattern' in value) || !/\\p\{/i.test(String(value.pattern));
  const isKept = isForAll && !('format' in value);
  const entries = Object.entries(value).filter(([key]) => isKept || key !== 'pattern');
  const { allOf, ...schema }: Json = Object.fromEntries(entries);
  if (!Array.isArray(allOf)) return Object.fromEntries(entries);
  const parts = allOf
    .map((part) => withoutPattern(part) as Json)
    .filter((part) => Object.keys(part).length > 0);
  return parts.length > 1 ? { ...schema, allOf: parts } : { ...schema, ...parts[0] };
};
