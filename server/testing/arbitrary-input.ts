import fc from 'fast-check';

import { isRecord } from '../../shared/is-record.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Existing values of the server under test, by field or parameter name. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

type Any = fc.Arbitrary<unknown>;

/**
 * fast-check arbitraries for values that match a schema; `components` are the referenced schemas.
 * Recursive schemas end after a few levels: with empty lists and non-recursive choices.
 */
export const createFitting = (components: Readonly<Record<string, object>>, known: Known) => {
  const fitting = (schema: JsonSchema, name = '', depth = 0): Any => {
    // For a list, these are the values of its items.
    const values = schema.type === 'array' ? undefined : known[name];
    const plain = byShape(schema, name, depth);
    return values ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, plain) : plain;
  };
  const byShape = (schema: JsonSchema, name: string, depth: number): Any => {
    if (schema.$ref !== undefined) {
      const target = components[schema.$ref.split('/').at(-1) ?? ''];
      return fitting(target ?? {}, name, depth);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) {
      const ends = choices.filter((choice) => !JSON.stringify(choice).includes('"$ref"'));
      const open = depth > 4 && ends.length > 0 ? ends : choices;
      return fc.oneof(...open.map((choice) => fitting(choice, name, depth)));
    }
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.type)) {
      return fc.oneof(...schema.type.map((type) => byShape({ ...schema, type }, name, depth)));
    }
    switch (schema.type) {
      case 'object':
        return object(schema, depth);
      case 'array':
        if (depth > 4) return fc.constant([]);
        return fc.array(fitting(schema.items ?? {}, name, depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        });
      case 'string':
        return text(schema);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.maxSafeInteger().map((number) => within(schema, number));
      case 'number':
        return fc.double({ noNaN: true }).map((number) => within(schema, number));
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue();
    }
  };
  const object = ({ properties, required = [] }: JsonSchema, depth: number): Any => {
    if (properties === undefined) {
      return fc.dictionary(plainText, fc.jsonValue(), { maxKeys: 3 });
    }
    const fields = Object.entries(properties).map(([key, each]): [string, Any] => [
      key,
      fitting(each, key, depth + 1),
    ]);
    const optional = Object.keys(properties).filter((key) => !required.includes(key));
    const all = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    if (optional.length < 3) return all;
    // Sets few optional fields, because with thirty random ones at least one is usually rejected.
    const few = fc.subarray(optional, { maxLength: 2 }).chain((optionals) => {
      const kept = [...required, ...optionals];
      return fc.record(Object.fromEntries(fields.filter(([key]) => kept.includes(key))));
    });
    return fc.oneof(few, all);
  };
  const text = ({ format, minLength = 0, maxLength = 200 }: JsonSchema): Any => {
    if (format !== undefined) return formats[format] ?? plainText;
    return fc
      .oneof(anyText, fc.constantFrom(...hostileTexts))
      .map((value) => value.slice(0, maxLength).padEnd(minLength, 'x'));
  };
  return fitting;
};

/** Made once, because fast-check lists all characters for each. */
const anyText = fc.string({ unit: 'binary' });
const plainText = fc.string();

const within = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema, number: number): number =>
  number >= minimum && number <= maximum
    ? number
    : Math.min(maximum, Math.max(minimum, Math.abs(number) % 1000));

const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') });
const formats: Partial<Record<string, Any>> = {
  uuid: fc.uuid(),
  'date-time': fc.oneof(
    time.map((date) => date.toISOString()),
    fc.constantFrom('2026-01-15T10:30:00Z', '2026-01-15T10:30Z', '2026-01-15T10:30:00.123456789Z'),
  ),
  date: time.map((date) => date.toISOString().slice(0, 10)),
  email: fc.oneof(fc.constant('eve@example.com'), fc.emailAddress()),
  // Only addresses of this machine, so that no external server is contacted.
  uri: fc.constantFrom('http://127.0.0.1:9/feed', 'https://localhost/', 'http://[::1]:1/a?b=c#d'),
};

/**
 * Texts that often cause errors: query languages, paths, encodings, scripts, invalid numbers and
 * dates.
 */
export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  '"',
  "'; DROP TABLE books; --",
  'NEAR(',
  'NEAR(a b, 2',
  'AND',
  'a OR NOT',
  'title:x',
  '*',
  '%',
  '_',
  '^a',
  '\\',
  '{a}',
  '../',
  '..\\..\\',
  '../../../../etc/passwd',
  '/etc/passwd',
  '/dev/null/x',
  '%2e%2e%2f',
  'C:\\',
  '\\\\server\\share',
  'file:///etc/passwd',
  '**/*'.repeat(50),
  'مكتبة',
  '\u202etxt',
  '第一巻',
  '👩‍👩‍👧',
  'e\u0301',
  'İ',
  '9'.repeat(400),
  '1e400',
  '-1',
  '0',
  'NaN',
  'null',
  'true',
  '2026-02-30',
  '2026-13-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '[]',
  '<script>alert(1)</script>',
] as const;

const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);

/** JSON that matches almost no schema, and valid but hostile texts. */
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  'x'.repeat(100_000),
  null,
  true,
  [],
  {},
  -1,
  1.5,
  2 ** 53,
  1e308,
  -1e308,
  deep(200),
  { a: deep(1200) },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { toString: 'x', length: -1 },
  { allOf: [] },
  Array.from({ length: 5000 }, () => 0),
];

/** Valid values with one part replaced, removed or added. */
export const broken = (fitting: Any): Any =>
  fc
    .tuple(fitting, fc.nat(), fc.constantFrom(...hostileValues), fc.nat(3))
    .map(([value, place, hostile, how]) =>
      valueAt(value, { steps: place % size(value) }, (old) => {
        if (how === 0) return undefined;
        if (how === 1 && isRecord(old)) {
          return { ...old, [typeof hostile === 'string' ? hostile : '__proto__']: hostile };
        }
        return hostile;
      }),
    );

const size = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + size(inner), 1)
    : 1;

/** Changes the value at a given step of the traversal. */
const valueAt = (
  value: unknown,
  left: { steps: number },
  change: (value: unknown) => unknown,
): unknown => {
  left.steps -= 1;
  if (left.steps === -1) return change(value);
  if (Array.isArray(value)) return value.map((inner) => valueAt(inner, left, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, valueAt(inner, left, change)]),
  );
};
