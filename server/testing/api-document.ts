import { endpoints } from '../../shared/api/index.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { openApiDocument } from '../http/openapi/openapi.ts';

interface Described {
  description: string;
  /** Headers that are always sent. */
  headers?: Record<string, object>;
  /** Media type → schema; undefined without a body. */
  content?: Record<string, { schema: object }>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  schema: object;
}

interface Operation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: Described;
  /** Status → response or a reference to one. */
  responses: Record<string, Described | { $ref: string }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Described> };
}

/** The server's OpenAPI 3.1 document, generated from the declarations of `shared/api`. */
export const apiDocument = openApiDocument('0.0.0') as unknown as ApiDocument;

/** Paths with a final wildcard parameter, which OpenAPI cannot express. */
const open = new Set(
  endpoints.flatMap(({ path }) => (path.includes('{+') ? path.replace('{+', '{') : [])),
);

const templates = Object.entries(apiDocument.paths).map(([template, methods]) => {
  const path = open.has(template) ? template.replace(/\{\w+\}$/, '.+') : template;
  // Matches like Express: case-insensitive, with or without a trailing slash.
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
  return { template, methods, pattern };
});

/** Which templates can match, because the first segment of none is a parameter. */
const areaOf = (path: string): string => path.split('/', 2)[1]?.toLowerCase() ?? '';
const byArea = Map.groupBy(templates, ({ template }) => areaOf(template));

/** The operation for a request (`path` below `/api/v1`), and whether the path exists. */
export const operationOf = (
  method: string,
  path: string,
): { operation: Operation; pointer: readonly string[] } | 'other methods' | 'no such path' => {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const fitting = (byArea.get(areaOf(path)) ?? []).filter(({ pattern }) => pattern.test(path));
  for (const { template, methods } of fitting) {
    const operation = methods[name];
    if (operation) return { operation, pointer: ['paths', template, name] };
  }
  return fitting.length > 0 ? 'other methods' : 'no such path';
};

/**
 * The documented response for a status of an operation, with its location; null if undocumented.
 */
export const answerOf = (
  { operation, pointer }: { operation: Operation; pointer: readonly string[] },
  status: number,
): { described: Described; pointer: readonly string[] } | null => {
  const answer = operation.responses[status];
  if (!answer) return null;
  if (!('$ref' in answer)) {
    return { described: answer, pointer: [...pointer, 'responses', String(status)] };
  }
  const name = answer.$ref.split('/').at(-1) ?? '';
  const described = apiDocument.components.responses[name];
  return described ? { described, pointer: ['components', 'responses', name] } : null;
};

/** Formats of times, ids and URLs in responses (contract, section 1). */
const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (text: string) => URL.canParse(text),
  int64: { type: 'number', validate: Number.isSafeInteger },
} as const;

// Not strict, because the rest of the document contains keywords unknown to JSON Schema.
const ajv = new Ajv2020({ allErrors: true, strict: false, formats });
ajv.addSchema(apiDocument, 'api', undefined, false);
const validators = new Map<string, ValidateFunction>();

/** How a value violates the schema at a location of the document; null if valid. */
export const schemaProblems = (pointer: readonly string[], value: unknown): string | null => {
  const steps = pointer.map((step) =>
    encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const reference = `api#/${steps.join('/')}`;
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
};

/** How an event of a stream violates the document; null if valid. */
export const eventProblems = (path: string, name: string, data: unknown): string | null => {
  const pointer = ['paths', path, 'get', 'responses', '200', 'content', 'text/event-stream'];
  const answer = apiDocument.paths[path]?.['get']?.responses['200'] as Described | undefined;
  const schema = answer?.content?.['text/event-stream']?.schema;
  const { oneOf } = schema as { oneOf: { title: string }[] };
  const index = oneOf.findIndex(({ title }) => title === name);
  if (index < 0) return `${name} is not documented`;
  return schemaProblems([...pointer, 'schema', 'oneOf', String(index)], data);
};
