import fc from 'fast-check';

import type { Endpoint } from '../../shared/endpoint.ts';
import { apiDocument, operationOf } from './api-document.ts';
import { broken, createFitting, hostileTexts, type Known } from './arbitrary-input.ts';

/** A raw request; `path` is below `/api/v1` and includes the query. */
export interface ArbitraryRequest {
  path: string;
  headers: Record<string, string>;
  /** JSON, sometimes truncated; null for no body. */
  body: string | null;
}

/**
 * Requests that match the documentation of an endpoint, or violate it in one point. `{id}` and
 * `{name}` in paths are taken from `known` by the first path segment.
 */
export const requestTo = (endpoint: Endpoint, known: Known): fc.Arbitrary<ArbitraryRequest> => {
  const found = operationOf(endpoint.method, endpoint.path);
  if (typeof found === 'string') throw new Error(`${endpoint.id}: ${found}`);
  const { parameters, requestBody } = found.operation;
  const fitting = createFitting(apiDocument.components.schemas, known);
  const area = endpoint.path.split('/')[1] ?? '';
  const parametersIn = (place: string) => parameters.filter((parameter) => parameter.in === place);

  const segments = parametersIn('path').map(({ name, schema }) =>
    fc.oneof(
      { weight: 8, arbitrary: fitting(schema, /^(id|name)$/.test(name) ? area : name).map(encode) },
      { weight: 1, arbitrary: hostileText.map(encode) },
      { weight: 1, arbitrary: fc.constantFrom(...rawTexts) },
    ),
  );
  const path = fc.tuple(...segments).map((values) => {
    const left = values[Symbol.iterator]();
    return endpoint.path.replace(/\{\+?\w+\}/g, () => left.next().value ?? '');
  });

  const pair = fc
    .constantFrom(...parametersIn('query'), { name: 'unknown', schema: { type: 'string' } })
    .chain(({ name, schema }) =>
      fc
        .oneof({ weight: 4, arbitrary: fitting(schema, name) }, hostileText)
        .map((value) => `${name}=${encode(value)}`),
    );
  const query = fc
    .array(fc.oneof({ weight: 9, arbitrary: pair }, fc.constantFrom(...rawQueries)), {
      maxLength: 3,
    })
    .map((pairs) => pairs.join('&'));

  const headers = fc.record(
    Object.fromEntries(
      parametersIn('header').map(({ name }) => [name, fc.oneof(headerText, rawHeader)]),
    ),
  );

  const schema = requestBody?.content?.['application/json']?.schema;
  return fc
    .record({ path, query, headers, body: schema ? bodyOf(fitting(schema)) : fc.constant(null) })
    .map(({ query, ...rest }) => ({ ...rest, path: `${rest.path}?${query}` }));
};

const bodyOf = (fitting: fc.Arbitrary<unknown>): fc.Arbitrary<string> => {
  // A missing body is one of the invalid ones.
  const json = (value: unknown) => JSON.stringify(value ?? null);
  return fc.oneof(
    { weight: 4, arbitrary: fitting.map(json) },
    { weight: 6, arbitrary: broken(fitting).map(json) },
    { weight: 1, arbitrary: fitting.map((value) => json(value).slice(0, -1)) },
  );
};

/** Truncated, so that the request stays below Node's header limit. */
const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed().slice(0, 500));

const hostileText = fc.constantFrom(...hostileTexts);
/** Invalid and hostile escapes: none, partial characters, slashes, dots. */
const rawTexts = ['%zz', '%', '%00', '%ff', '%C0%AF', '%ED%A0%80', '..%2f..', '%2e%2e%2f', ';a=b'];
const rawQueries = ['page=1&page=2', 'pageSize[]=1', '__proto__=1', 'sort=%zz', '%ff=%00', '&&=='];
const headerText = hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '').trim());
const rawHeader = fc.constantFrom('bytes=0-10', 'bytes=9-1', 'bytes=999999-', '*', 'W/"x"', '0-0');
