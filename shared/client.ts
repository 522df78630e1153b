import type { Endpoint, EndpointInput, EndpointResult } from './endpoint.ts';
import { AppError, errorStatus, type ErrorCode } from './errors.ts';

declare global {
  /** Minimal declaration, because `shared/` is compiled without browser and Node types. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
  interface Blob {
    readonly size: number;
  }
}

/** JSON or other text, bytes, or a file that is streamed. */
type RequestBody = string | Uint8Array<ArrayBuffer> | Blob;

/** The part of `fetch` that the client needs. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: RequestBody;
    signal?: AbortSignal;
    /** Lets the request outlive its page; browsers allow 64 KiB of such bodies in total. */
    keepalive?: boolean;
  },
) => Promise<{ status: number; text(): Promise<string> }>;

export interface ClientOptions {
  /** `http://127.0.0.1:4477`, or empty for the page's own origin. */
  baseUrl: string;
  fetch: Fetch;
  /** Headers for every call, for example Authorisation; evaluated each time. */
  headers?: () => Record<string, string>;
}

export interface Client {
  /**
   * Calls an endpoint and returns its body. Throws error responses as `AppError`, and network
   * failures as `fetch` does.
   */
  call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<EndpointResult<E>>;
}

type CallInput<E> = EndpointInput<E> & {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  keepalive?: boolean;
};
type CallArguments<E> =
  object extends EndpointInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

type QueryValue = string | number | boolean | null | undefined;

/** The URL path of an endpoint with parameters and query: `/api/v1/books/…`. */
export const endpointUrl = (
  endpoint: Pick<Endpoint, 'path'>,
  input: { params?: Record<string, string | number>; query?: Record<string, QueryValue> } = {},
): string => {
  const path = endpoint.path.replace(/\{(\+?)(\w+)\}/g, (_, rest: string, name: string) => {
    const value = String(input.params?.[name] ?? '');
    return (rest === '' ? [value] : value.split('/')).map(encodeURIComponent).join('/');
  });
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `/api/v1${path}${query ? `?${query}` : ''}`;
};

/** A typed client for all endpoints. */
export const createClient = ({ baseUrl, fetch, headers }: ClientOptions): Client => ({
  async call(endpoint, ...[input]) {
    const given = (input ?? {}) as {
      params?: Record<string, string | number>;
      query?: Record<string, QueryValue>;
      body?: unknown;
      signal?: AbortSignal;
      headers?: Record<string, string>;
      keepalive?: boolean;
    };
    const response = await fetch(baseUrl + endpointUrl(endpoint, given), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(given.body === undefined
          ? {}
          : { 'content-type': endpoint.bodyType ?? 'application/json' }),
        ...headers?.(),
        ...given.headers,
      },
      ...(given.body === undefined ? {} : { body: bodyOf(endpoint, given.body) }),
      ...(given.signal ? { signal: given.signal } : {}),
      ...(given.keepalive === true ? { keepalive: true } : {}),
    });
    const text = await response.text();
    if (response.status >= 400) throw errorOfResponse(response.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  },
});

const bodyOf = ({ bodyType }: Endpoint, body: unknown): RequestBody =>
  bodyType === undefined ? JSON.stringify(body) : (body as RequestBody);

/** Begins the message of an error that Octavo did not write, for example a proxy's; its status follows. */
export const foreignAnswer = 'A proxy in front of Octavo answered with error ';

/** Converts an error response, with a status of 400 or more, to an error. */
export const errorOfResponse = (status: number, text: string): AppError => {
  const body = parse(text) as { error?: string; message?: string; details?: unknown } | null;
  const known = body?.error !== undefined && body.error in errorStatus;
  return new AppError(
    known ? (body.error as ErrorCode) : 'InternalError',
    body?.message ?? `${foreignAnswer}${String(status)}`,
    { details: body?.details ?? null },
  );
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
