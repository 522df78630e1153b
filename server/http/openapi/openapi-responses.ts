import type { Endpoint } from '../../../shared/endpoint.ts';
import { errorStatus, type ErrorCode } from '../../../shared/errors.ts';
import { documentedErrors } from './documented-errors.ts';
import { schemaOf, type Components, type Json } from './openapi-schema.ts';

const json = (description: string, schema: Json, mediaType = 'application/json') => ({
  description,
  content: { [mediaType]: { schema } } as Record<string, { schema: Json }>,
});

interface Answer {
  description: string;
  headers?: Record<string, Json>;
  /** Media type → schema. */
  content?: Record<string, { schema: Json }>;
}

interface Reference {
  $ref: string;
}

/** Status → response of an endpoint; errors refer to `errorResponses`. */
export const responses = (
  endpoint: Endpoint,
  components: Components,
): Record<string, Answer | Reference> => {
  const answers: Record<string, Answer | Reference> = Object.fromEntries(
    documentedErrors(endpoint).map((code) => [
      errorStatus[code],
      { $ref: `#/components/responses/${code}` },
    ]),
  );
  for (const [status, answer] of Object.entries(successes(endpoint, components))) {
    answers[status] = status in answers ? orError(answer) : answer;
  }
  return answers;
};

/** The body of every error. */
export const errorSchema = {
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
const errorReference = { $ref: '#/components/schemas/Error' };

const reasons: Record<ErrorCode, string> = {
  BadRequest: 'Something in the request does not fit',
  Unauthorized: 'There are no valid credentials',
  Forbidden: 'A permission is missing, or the caller is not allowed to do it',
  NotFound: 'There is nothing of that name or id',
  MethodNotAllowed: 'The path has other methods',
  Conflict: 'It does not go together with what is there',
  PayloadTooLarge: 'The body is too large',
  UnsupportedMediaType: 'The body is not JSON in UTF-8, or is compressed in an unknown way',
  RangeNotSatisfiable: 'There is nothing in the range asked for',
  MisdirectedRequest: 'The server does not answer to the host name of the request',
  UnprocessableContent: 'The stored file or page cannot be read',
  TooManyRequests: 'Too much at once',
  InternalError: 'Something went wrong on the server',
  ServiceUnavailable: 'The server cannot answer now',
};

const header = (description: string): Json => ({
  description,
  required: true,
  schema: { type: 'string' },
});
const headersOf: Partial<Record<ErrorCode, Record<string, Json>>> = {
  Unauthorized: { 'WWW-Authenticate': header('How to sign in') },
  MethodNotAllowed: { Allow: header('The methods of the path') },
  RangeNotSatisfiable: { 'Content-Range': header('The whole size') },
  TooManyRequests: { 'Retry-After': header('Seconds to wait') },
};

/** Error responses of all endpoints, by code. */
export const errorResponses: Record<string, Answer> = Object.fromEntries(
  (Object.keys(errorStatus) as ErrorCode[]).map((code) => {
    const headers = headersOf[code];
    return [code, { ...json(reasons[code], errorReference), ...(headers ? { headers } : {}) }];
  }),
);

const successes = (endpoint: Endpoint, components: Components): Record<string, Answer> => {
  const status = String(endpoint.status ?? 200);
  if (endpoint.status === 204) return { [status]: { description: 'Done' } };
  if (endpoint.redirects) {
    return { 302: { description: 'Elsewhere', headers: { Location: header('Where to go on') } } };
  }
  if (endpoint.produces) {
    const binary = { schema: { type: 'string', format: 'binary' } };
    const json = { schema: { description: 'Sent piece by piece' } };
    const content = Object.fromEntries(
      endpoint.produces.map((type) => [type, type === 'application/json' ? json : binary]),
    );
    const headers = { ETag: header('Changes with the bytes') };
    const range = { 'Content-Range': header('The range and the whole size') };
    return {
      [status]: { description: 'The bytes', headers, content },
      206: { description: 'The range asked for', headers: { ...headers, ...range }, content },
      304: { description: 'Unchanged', headers },
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
  const answer = json('Success', schema, endpoint.responseType);
  if (endpoint.text) answer.content[endpoint.text] = { schema: { type: 'string' } };
  const created = { ...answer, headers: { Location: header('Where what was made is found') } };
  const others = Object.fromEntries(
    (endpoint.alsoStatus ?? []).map((other) => [String(other), answer]),
  );
  return { ...others, [status]: endpoint.status === 201 ? created : answer };
};

/** For a status used by both a result and an error. */
const orError = ({ description, content }: Answer): Answer =>
  json(description, {
    anyOf: [content?.['application/json']?.schema ?? {}, errorReference],
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
