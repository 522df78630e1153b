import type { z } from 'zod';

import { komgaListing } from '../../../shared/api/komga-listing.ts';
import { endpoints } from '../../../shared/api/index.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { errorResponses, errorSchema, responses } from './openapi-responses.ts';
import { schemaOf, type Components, type Json } from './openapi-schema.ts';

/** The OpenAPI 3.1 document of `/api/v1`, generated from the declarations that also serve it. */
export const openApiDocument = (version: string): Json => {
  const paths: Record<string, Json> = {};
  const components: Components = {};
  for (const endpoint of endpoints) {
    // OpenAPI has no wildcard parameters.
    const path = (paths[endpoint.path.replace('{+', '{')] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, components);
  }
  paths[`/{prefix}${komgaListing.path}`] = { get: belowPrefix(components) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version,
      description: 'A library of comics, manga and books: REST and Server-Sent Events.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set([...endpoints, komgaListing].map(({ tag }) => tag))].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'JWT of a login' },
        basic: { type: 'http', scheme: 'basic' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Error: errorSchema, ...components },
      responses: errorResponses,
    },
  };
};

/** Documents the compatibility API, which is outside of `/api/v1`. */
const belowPrefix = (components: Components): Json => {
  const { parameters: others, ...rest } = operation(komgaListing, components);
  return {
    ...rest,
    servers: [{ url: '/' }],
    parameters: [
      {
        name: 'prefix',
        in: 'path',
        required: true,
        description: 'Setting compat.prefix',
        schema: { type: 'string', default: 'komga' },
      },
      ...(others as Json[]),
    ],
  };
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
          content: {
            [endpoint.bodyType ?? 'application/json']: {
              schema: schemaOf(endpoint.body, 'input', components),
            },
          },
        },
      }
    : {}),
  responses: responses(endpoint, components),
});

const parameters = (
  schema: z.ZodType | undefined,
  location: 'path' | 'query',
  components: Components,
): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
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
