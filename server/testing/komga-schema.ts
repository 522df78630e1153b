import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';

const path = join(import.meta.dirname, '../../../shared/fixtures/clients/komga-openapi.json');

const isInt32 = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31;
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  formats: {
    int32: { type: 'number', validate: isInt32 },
    float: { type: 'number', validate: Number.isFinite },
    date: /^\d{4}-\d\d-\d\d$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  },
});
ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')) as object, 'komga', undefined, false);

/** Where a value is not what Komga's OpenAPI document says of a schema; null where it is. */
export const komgaProblems = (schema: string, value: unknown): string | null => {
  const reference = `komga#/components/schemas/${schema}`;
  const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference });
  return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
};
