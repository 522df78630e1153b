import { expect, test } from 'vitest';

import { endpoints } from '../../../shared/api/index.ts';
import { apiDocument, operationOf } from '../../testing/api-document.ts';
import type { JsonSchema } from '../../testing/arbitrary-input.ts';

type Schema = JsonSchema & Record<string, unknown>;

/** Formats with a fixed length, and bytes, which are counted on arrival. */
const shortFormats = ['uuid', 'binary'];

const isBounded = (schema: Schema): boolean => {
  if (schema.enum || 'const' in schema) return true;
  const types = [schema.type ?? []].flat();
  const isAnything = types.length === 0 && !schema.anyOf && !schema.oneOf && !schema.allOf;
  if (isAnything) return schema.maxLength !== undefined || schema.pattern !== undefined;
  return types.every((type) => {
    switch (type) {
      case 'string':
        return schema.maxLength !== undefined || shortFormats.includes(schema.format ?? '');
      case 'array':
        return schema.maxItems !== undefined;
      case 'number':
      case 'integer':
        return schema.minimum !== undefined && schema.maximum !== undefined;
      case 'object':
        // An object with arbitrary property names.
        return !isObject(schema.additionalProperties) || schema.maxProperties !== undefined;
      default:
        return true;
    }
  });
};

/** Paths of unbounded values in a schema; `seen` are the components on the way. */
const unbounded = (schema: Schema, path: string, seen: readonly string[] = []): string[] => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    if (seen.includes(name)) return [];
    return unbounded(apiDocument.components.schemas[name] as Schema, path, [...seen, name]);
  }
  const inner = [
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) =>
      ((schema[key] as Schema[] | undefined) ?? []).map((part): [string, Schema] => [path, part]),
    ),
    ...Object.entries(schema.properties ?? {}).map(([key, part]): [string, Schema] => [
      `${path}.${key}`,
      part as Schema,
    ]),
    ...(schema.items ? [[`${path}[]`, schema.items as Schema] as [string, Schema]] : []),
  ];
  return [
    ...(isBounded(schema) ? [] : [path]),
    ...inner.flatMap(([place, part]) => unbounded(part, place, seen)),
  ];
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

test('every text, list and number that a request may carry has a bound', () => {
  const found = endpoints.flatMap(({ id, method, path }) => {
    const operation = operationOf(method, path);
    if (typeof operation === 'string') throw new Error(`${id}: ${operation}`);
    const { parameters, requestBody } = operation.operation;
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema as Schema);
    return [
      ...parameters
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name, schema }): [string, Schema] => [name, schema as Schema]),
      ...bodies.map((schema): [string, Schema] => ['body', schema]),
    ].flatMap(([name, schema]) => unbounded(schema, `${id}: ${name}`));
  });
  expect(found).toEqual([]);
});
