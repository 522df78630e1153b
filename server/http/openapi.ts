import { z } from 'zod';

import { endpoints } from '../../shared/api/index.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { errorStatus } from '../../shared/errors.ts';
import { documentedErrors } from './documented-errors.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of `/api/v1`, made from the declarations that also serve it. */
export const openApiDocument = (version: string): Json => {
  const paths: Record<string, Json> = {};
  const components: Components = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version,
      description: 'A library of comics, manga and books: REST and Server-Sent Events.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'JWT of a login' },
        basic: { type: 'http', scheme: 'basic' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Error: errorSchema, ...components },
    },
  };
};

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'details'],
  properties: {
    error: { type: 'string', enum: Object.keys(errorStatus) },
    message: { type: 'string' },
    details: {
      description:
        'Null, or what else is known: of a 400 a list of {path, message} that names each field',
    },
  },
  additionalProperties: false,
};

const operation = (endpoint: Endpoint, components: Components): Json => ({
  operationId: endpoint.id,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  ...(endpoint.description ? { description: endpoint.description } : {}),
  ...(endpoint.deprecated ? { deprecated: true } : {}),
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }, { basic: [] }, { apiKey: [] }],
  ...(Array.isArray(endpoint.access) ? { 'x-permissions': endpoint.access } : {}),
  parameters: [
    ...parameters(endpoint.params, 'path', components),
    ...parameters(endpoint.query, 'query', components),
    ...headers(endpoint),
  ],
  ...(endpoint.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(endpoint.body, 'input', components) } },
        },
      }
    : {}),
  responses: responses(endpoint, components),
});

type Components = Record<string, Json>;

/** JSON Schema of a part of a request or answer; records with an id of their own go to the components. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Components): Json => {
  const text = JSON.stringify(z.toJSONSchema(schema, { io }), (key, value: unknown) =>
    key === '$schema' ? undefined : withoutPattern(value),
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

/** `format: uuid` says enough; the regular expression beside it is only long. */
const withoutPattern = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('format' in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'pattern'));
};

const parameters = (
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: Components,
): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }));
};

const headers = ({ produces, stream, headers = {} }: Endpoint): Json[] =>
  Object.entries({
    ...(produces
      ? { Range: 'One range of bytes', 'If-None-Match': 'ETags of what is held already' }
      : {}),
    ...(stream ? { 'Last-Event-ID': 'Replays what came after it, as far as it is known' } : {}),
    ...headers,
  }).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

interface Answer {
  description: string;
  /** Media type → what is sent. */
  content?: Record<string, { schema: Json }>;
}

const responses = (endpoint: Endpoint, components: Components): Record<string, Answer> => {
  const answers = { ...failures(endpoint) };
  for (const [status, answer] of Object.entries(successes(endpoint, components))) {
    const failure = answers[status];
    answers[status] = failure ? either(answer, failure) : answer;
  }
  return answers;
};

const failures = (endpoint: Endpoint): Record<string, Answer> =>
  Object.fromEntries(
    documentedErrors(endpoint).map((code) => [
      String(errorStatus[code]),
      json(code, { $ref: '#/components/schemas/Error' }),
    ]),
  );

const successes = (endpoint: Endpoint, components: Components): Record<string, Answer> => {
  const status = String(endpoint.status ?? 200);
  if (endpoint.status === 204) return { [status]: { description: 'Done' } };
  if (endpoint.produces) {
    const binary = { schema: { type: 'string', format: 'binary' } };
    const content = Object.fromEntries(endpoint.produces.map((type) => [type, binary]));
    return {
      [status]: { description: 'The bytes', content },
      206: { description: 'The range asked for', content },
      304: { description: 'Unchanged' },
      416: { description: 'There is nothing in the range asked for' },
    };
  }
  if (endpoint.stream) {
    const events = Object.entries(endpoint.stream).map(([name, schema]) => ({
      title: name,
      ...schemaOf(schema, 'output', components),
    }));
    return {
      [status]: {
        description: `Events: ${Object.keys(endpoint.stream).join(', ')}. Each frame's data is one of these`,
        content: { 'text/event-stream': { schema: { oneOf: events } } },
      },
    };
  }
  const schema = endpoint.list
    ? envelopeSchema(schemaOf(endpoint.list, 'output', components))
    : endpoint.response
      ? schemaOf(endpoint.response, 'output', components)
      : {};
  const answer = json('Success', schema);
  if (endpoint.text) answer.content[endpoint.text] = { schema: { type: 'string' } };
  return Object.fromEntries([status, ...(endpoint.alsoStatus ?? [])].map((key) => [key, answer]));
};

const json = (description: string, schema: Json) => ({
  description,
  content: { 'application/json': { schema } } as Record<string, { schema: Json }>,
});

/** Of a status that both an answer and an error have. */
const either = (answer: Answer, failure: Answer): Answer =>
  json(failure.description, {
    anyOf: [answer, failure].map(({ content }) => content?.['application/json']?.schema ?? {}),
  });

const count = { type: 'integer', format: 'int64', minimum: 0 };
const link = { type: ['string', 'null'] };
const envelopeSchema = (item: Json): Json => ({
  type: 'object',
  required: ['data', 'page', 'pageSize', 'total', 'totalPages', 'links'],
  properties: {
    data: { type: 'array', items: item },
    page: count,
    pageSize: count,
    total: count,
    totalPages: count,
    links: {
      type: 'object',
      required: ['self', 'first', 'last', 'prev', 'next'],
      properties: {
        self: { type: 'string' },
        first: { type: 'string' },
        last: { type: 'string' },
        prev: link,
        next: link,
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
});
