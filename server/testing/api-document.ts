import { endpoints } from '../../shared/api/index.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { openApiDocument } from '../http/openapi.ts';

interface Described {
  description: string;
  /** Those that are always sent. */
  headers?: Record<string, object>;
  /** Media type → what is sent; missing where nothing is sent. */
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
  /** Status → answer, or where it is described. */
  responses: Record<string, Described | { $ref: string }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Described> };
}

/** What the server says of itself: OpenAPI 3.1, made from the declarations of `shared/api`. */
export const apiDocument = openApiDocument('0.0.0') as unknown as ApiDocument;

/** Paths whose last parameter holds slashes of its own, which OpenAPI has no sign for. */
const open = new Set(
  endpoints.flatMap(({ path }) => (path.includes('{+') ? path.replace('{+', '{') : [])),
);

const templates = Object.entries(apiDocument.paths).map(([template, methods]) => {
  const path = open.has(template) ? template.replace(/\{\w+\}$/, '.+') : template;
  // As Express matches: any case, with or without a slash at the end.
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i');
  return { template, methods, pattern };
});

/** The operation that answers a request, `path` being below `/api/v1`; or whether the path is known. */
export const operationOf = (
  method: string,
  path: string,
): { operation: Operation; pointer: readonly string[] } | 'other methods' | 'no such path' => {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const fitting = templates.filter(({ pattern }) => pattern.test(path));
  for (const { template, methods } of fitting) {
    const operation = methods[name];
    if (operation) return { operation, pointer: ['paths', template, name] };
  }
  return fitting.length > 0 ? 'other methods' : 'no such path';
};

/** What the document says of a status of an operation, and where; null where it says nothing. */
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

/** What times, ids and addresses look like in answers (contract, section 1). */
const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (text: string) => URL.canParse(text),
  int64: { type: 'number', validate: Number.isSafeInteger },
} as const;

// Not strict: all that surrounds the schemas in the document is unknown to JSON Schema.
const ajv = new Ajv2020({ allErrors: true, strict: false, formats });
ajv.addSchema(apiDocument, 'api', undefined, false);
const validators = new Map<string, ValidateFunction>();

/** Where a value is not of the schema at a place of the document; null where it is. */
export const schemaProblems = (pointer: readonly string[], value: unknown): string | null => {
  const steps = pointer.map((step) =>
    encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const reference = `api#/${steps.join('/')}`;
  const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, validate);
  return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' });
};

/** Where an event of a stream is not as the document says; null where it is. */
export const eventProblems = (path: string, name: string, data: unknown): string | null => {
  const pointer = ['paths', path, 'get', 'responses', '200', 'content', 'text/event-stream'];
  const answer = apiDocument.paths[path]?.['get']?.responses['200'] as Described | undefined;
  const schema = answer?.content?.['text/event-stream']?.schema;
  const { oneOf } = schema as { oneOf: { title: string }[] };
  const index = oneOf.findIndex(({ title }) => title === name);
  if (index < 0) return `${name} is not documented`;
  return schemaProblems([...pointer, 'schema', 'oneOf', String(index)], data);
};
