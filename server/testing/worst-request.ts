import type { Endpoint } from '../../shared/endpoint.ts';
import { apiDocument, operationOf } from './api-document.ts';
import type { JsonSchema } from './arbitrary-input.ts';

/** A raw request; `path` is below `/api/v1` and includes the query. */
export interface WorstRequest {
  kind: string;
  path: string;
  body: string | null;
}

type Schema = JsonSchema & Record<string, unknown>;

/** Pseudo-random letters, equal in each run, with few repeated trigrams. */
const randomLetters = (length: number): string => {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(97 + ((state >> 8) % 26));
  }).join('');
};

const repeated = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** The most expensive kinds of text, at maximum length. */
const texts: Record<string, (length: number) => string> = {
  letters: randomLetters,
  words: (length) => randomLetters(length).replace(/(...)./g, '$1 '),
  marks: (length) => `a${repeated('\u0591\u0345\u0301\u0316\u05c4\u0327', length - 1)}`,
  ligatures: (length) => repeated('\ufdfa', length),
  digits: (length) => repeated('9', length),
  wildcards: (length) => repeated('%_*?', length),
  ideographs: (length) => repeated('進撃の巨人', length),
};

/** Size of a body without its own limit; the server's default limit. */
const maxBody = 1_000_000;
/** Maximum length of a text in a path or query, so that the header limit is not exceeded. */
const maxInAddress = 1200;

/**
 * The largest valid requests of an endpoint, one per kind of text: longest texts, most comparisons,
 * deepest trees, widest pages. `known` has ids by path segment and field.
 */
export const worstRequests = (
  endpoint: Endpoint,
  known: Readonly<Record<string, string>>,
): WorstRequest[] => {
  const found = operationOf(endpoint.method, endpoint.path);
  if (typeof found === 'string') throw new Error(`${endpoint.id}: ${found}`);
  const { parameters, requestBody } = found.operation;
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const area = endpoint.path.split('/')[1] ?? '';

  return Object.entries(texts).map(([kind, text]) => {
    const inAddress = (name: string, schema: Schema) => {
      const value = known[name] ?? worst(resolved(schema), text, name, 0);
      const letters = Array.from(typeof value === 'string' ? value : JSON.stringify(value));
      let encoded = '';
      for (const letter of letters) {
        const next = encodeURIComponent(letter);
        if (encoded.length + next.length > maxInAddress) break;
        encoded += next;
      }
      return encoded;
    };
    const path = endpoint.path.replace(/\{\+?(\w+)\}/g, (_, name: string) => {
      const parameter = parameters.find((entry) => entry.in === 'path' && entry.name === name);
      return known[`${area} ${name}`] ?? inAddress(name, (parameter?.schema ?? {}) as Schema);
    });
    const query = parameters
      .filter(
        ({ in: place, name }) => place === 'query' && !/^(sort|order|page|page_size)$/.test(name),
      )
      .map(({ name, schema }) => `${name}=${inAddress(name, schema as Schema)}`);
    const schema = (content?.schema ?? {}) as Schema;
    return {
      kind,
      path: query.length > 0 ? `${path}?${query.join('&')}` : path,
      body:
        mediaType === 'application/json'
          ? JSON.stringify(worst(resolved(schema), text, '', 0))
          : null,
    };
  });
};

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : (apiDocument.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema);

const worst = (
  schema: Schema,
  text: (length: number) => string,
  name: string,
  depth: number,
): unknown => {
  if (isCondition(schema)) return condition(schema, text);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices?.[0]) return worst(resolved(choices[0]), text, name, depth);
  if (schema.enum) return schema.enum.at(-1);
  if ('const' in schema) return schema.const;
  const type = [schema.type].flat()[0];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Schema>)
          .filter(([key]) => key !== 'ids' || !('condition' in (schema.properties ?? {})))
          .map(([key, part]) => [key, worst(resolved(part), text, key, depth + 1)]),
      );
    case 'array': {
      const item = JSON.stringify(
        worst(resolved((schema.items ?? {}) as Schema), text, name, depth + 1),
      );
      const most = Math.floor(maxBody / 4 ** Math.max(0, depth - 1) / 4 / (item.length + 1));
      const count = Math.min(schema.maxItems ?? 0, Math.max(1, most));
      return Array.from({ length: count }, () => JSON.parse(item) as unknown);
    }
    case 'string':
      return worstText(schema, text);
    case 'integer':
    case 'number':
      return name === 'pageSize' ? 500 : Math.min(schema.maximum ?? 1000, 10_000);
    case 'boolean':
      return true;
    default:
      return text(Math.min(schema.maxLength ?? 1000, 60_000));
  }
};

const worstText = ({ format, maxLength = 1000 }: Schema, text: (length: number) => string) => {
  switch (format) {
    case 'uuid':
      return '019a0000-0000-7000-8000-000000000000';
    case 'date':
      return '2026-01-01';
    case 'date-time':
      return '2026-01-01T00:00:00.000Z';
    case 'email':
      return `${'e'.repeat(60)}@example.com`;
    case 'uri':
      return `http://127.0.0.1:9/${'a'.repeat(2000)}`;
    default:
      return text(Math.min(maxLength, 200_000));
  }
};

const isCondition = ({ oneOf }: Schema): boolean =>
  (oneOf as Schema[] | undefined)?.some(({ properties }) => properties?.['allOf'] !== undefined) ??
  false;

/** As many text comparisons as schema and body size allow, in trees of maximum depth. */
const condition = ({ oneOf }: Schema, text: (length: number) => string): unknown => {
  const first = (oneOf as Schema[]).map(({ properties = {} }) => Object.entries(properties)[0]);
  const list = first.find((entry) => entry?.[0] === 'anyOf')?.[1];
  const named = first.find((entry) => /^(name|title)$/.test(entry?.[0] ?? ''));
  const length = (named?.[1] as Schema).properties?.['value']?.maxLength ?? 2000;
  const value = text(length);
  const perLeaf = JSON.stringify(value).length + 60;
  // The body limit counts bytes.
  const bytes = Buffer.byteLength(value) + 60;
  const count = Math.min(
    list?.maxItems ?? 500,
    Math.floor((0.95 * maxBody) / Math.max(perLeaf, bytes)),
  );
  const leaves = Array.from({ length: count }, (_, index) => ({
    [named?.[0] ?? 'name']: {
      operator: 'contains',
      // Different each time, to defeat caching.
      value: value.slice(index % 50) + value.slice(0, index % 50),
    },
  }));
  let tree: unknown = { anyOf: leaves };
  for (let depth = 0; depth < 7; depth += 1) tree = { not: { allOf: [tree] } };
  return (tree as { not: unknown }).not;
};
