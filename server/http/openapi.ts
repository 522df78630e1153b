import { z } from 'zod';

import { endpoints } from '../../shared/api/index.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { errorStatus, type ErrorCode } from '../../shared/errors.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of `/api/v1`, made from the declarations that also serve it. */
export const openApiDocument = (version: string): Json => {
  const paths: Record<string, Json> = {};
  const components: Components = {};
  for (const endpoint of endpoints) {
    // OpenAPI has no word for a parameter that takes the rest of a path.
    const path = (paths[endpoint.path.replace('{+', '{')] ??= {});
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
    details: {},
  },
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
  ],
  ...(endpoint.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(endpoint.body, 'input', components) } },
        },
      }
    : {}),
  responses: { ...success(endpoint, components), ...failures(endpoint) },
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

const success = (endpoint: Endpoint, components: Components): Json => {
  const status = String(endpoint.status ?? 200);
  if (endpoint.status === 204) return { [status]: { description: 'Done' } };
  if (endpoint.produces) {
    const binary = { schema: { type: 'string', format: 'binary' } };
    const content = Object.fromEntries(endpoint.produces.map((type) => [type, binary]));
    return {
      [status]: { description: 'The bytes', content },
      206: { description: 'The range asked for', content },
      304: { description: 'Unchanged' },
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
  const text = endpoint.text ? { [endpoint.text]: { schema: { type: 'string' } } } : {};
  const content = { [endpoint.responseType ?? 'application/json']: { schema }, ...text };
  return { [status]: { description: 'Success', content } };
};

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
    },
  },
});

const failures = (endpoint: Endpoint): Json => {
  const codes = new Set<ErrorCode>(endpoint.errors ?? []);
  if (endpoint.query || endpoint.body) codes.add('BadRequest');
  if (endpoint.params) codes.add('NotFound');
  if (endpoint.body) codes.add('PayloadTooLarge').add('UnsupportedMediaType');
  if (endpoint.access !== 'public') codes.add('Unauthorized');
  if (Array.isArray(endpoint.access)) codes.add('Forbidden');
  codes.add('TooManyRequests').add('InternalError').add('ServiceUnavailable');
  return Object.fromEntries(
    [...codes]
      .sort((a, b) => errorStatus[a] - errorStatus[b])
      .map((code) => [
        String(errorStatus[code]),
        {
          description: code,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
};
