import { describe, expect, it } from 'vitest';

import { endpoints } from '../../shared/api/index.ts';
import { openApiDocument } from './openapi.ts';

const document = openApiDocument('0.0.0') as {
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  components: { schemas: Record<string, object> };
};

describe('the OpenAPI document', () => {
  it('has one operation for each endpoint, with ids of their own', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(endpoints.length);
    expect([...ids].sort()).toEqual(endpoints.map(({ id }) => id).sort());
  });

  it('refers only to records that it describes', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(references.length).toBeGreaterThan(50);
    for (const [, name = ''] of references)
      expect(document.components.schemas).toHaveProperty(name);
  });

  it('stays as it is unless somebody means to change it', async () => {
    await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(
      '../../docs/openapi.snapshot.json',
    );
  });
});
