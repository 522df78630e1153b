import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { komgaListing } from '../../../shared/api/komga-listing.ts';
import { endpoints } from '../../../shared/api/index.ts';
import { errorStatus } from '../../../shared/errors.ts';
import { answerOf, apiDocument as document, operationOf } from '../../testing/api-document.ts';
import { documentedErrors } from './documented-errors.ts';

const ajv = new Ajv2020({ strict: false });
const isSchema = (schema: object) => ajv.validateSchema(schema) === true;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has one operation for each endpoint, with ids of their own', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    const declared = [...endpoints, komgaListing];
    expect(new Set(ids).size).toBe(declared.length);
    expect([...ids].sort()).toEqual(declared.map(({ id }) => id).sort());
  });

  it('has the listing of the compatibility API beside its own paths', () => {
    const listing = document.paths['/{prefix}/api/v1/series']?.['get'];
    expect(listing).toMatchObject({ servers: [{ url: '/' }] });
    expect(listing?.parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ['prefix', 'path'],
      ['page', 'query'],
      ['size', 'query'],
      ['library_id', 'query'],
      ['search', 'query'],
    ]);
  });

  it('refers only to records that it describes', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name = ''] of references)
      expect(document.components.schemas).toHaveProperty(name);
  });

  it('describes records by valid JSON Schema', () => {
    for (const schema of Object.values(document.components.schemas))
      expect(isSchema(schema)).toBe(true);
  });

  it('has only patterns that other languages know', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(patterns.length).toBeGreaterThan(20);
    for (const [, pattern = ''] of patterns) {
      expect(JSON.parse(pattern)).not.toMatch(/\\p\{/i);
    }
  });

  it('stays as it is unless somebody means to change it', async () => {
    await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(
      '../../../docs/openapi.snapshot.json',
    );
  });
});

const operations = endpoints.map((endpoint) => {
  const found = operationOf(endpoint.method, endpoint.path);
  if (typeof found === 'string') throw new Error(`${endpoint.id}: ${found}`);
  return [endpoint.id, endpoint, found.operation] as const;
});

describe.each(operations)('the operation %s', (_, endpoint, operation) => {
  it('is found by its path', () => expect(operation.operationId).toBe(endpoint.id));

  it('describes each parameter, in words and with a type', () => {
    const inPath = [...endpoint.path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name);
    const documented = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(documented.map(({ name }) => name)).toEqual(inPath);
    const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
    expect(inQuery.length > 0).toBe(endpoint.query !== undefined);
    for (const { name, description, schema } of operation.parameters) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\w/)]);
      expect([name, Object.keys(schema)]).toEqual([name, expect.arrayContaining(['type'])]);
      expect(isSchema(schema)).toBe(true);
    }
  });

  it('describes its body and its answer', () => {
    const answers = Object.keys(operation.responses).map((status) => {
      const answer = answerOf({ operation, pointer: [] }, Number(status));
      expect([status, answer?.described.description]).toEqual([
        status,
        expect.stringMatching(/\w/),
      ]);
      return answer?.described;
    });
    expect(operation.requestBody === undefined).toBe(endpoint.body === undefined);
    for (const { schema } of [operation.requestBody, ...answers].flatMap((each) =>
      Object.values(each?.content ?? {}),
    )) {
      expect(Object.keys(schema)).not.toEqual([]);
      expect(isSchema(schema)).toBe(true);
    }
  });

  it('documents the errors that it can give', () => {
    const statuses = Object.keys(operation.responses).map(Number);
    const errors = documentedErrors(endpoint).map((code) => errorStatus[code]);
    expect(statuses.filter((status) => status >= 400)).toEqual(errors);
  });
});
