import type { Endpoint, EndpointInput, EndpointResult } from './endpoint.ts';
import { AppError, errorStatus, type ErrorCode } from './errors.ts';

declare global {
  /** `shared/` is compiled without the types of a browser or of Node, which both know more of it. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
  interface Blob {
    readonly size: number;
  }
}

/** JSON or another text, bytes, or a file that is sent as it is read. */
type RequestBody = string | Uint8Array<ArrayBuffer> | Blob;

/** The part of `fetch` that the client needs. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: RequestBody;
    signal?: AbortSignal;
    /** The call outlives the page that makes it; a browser allows 64 KiB of such bodies at once. */
    keepalive?: boolean;
  },
) => Promise<{ status: number; text(): Promise<string> }>;

export interface ClientOptions {
  /** `http://127.0.0.1:4477`, or empty for the page's own origin. */
  baseUrl: string;
  fetch: Fetch;
  /** Headers of every call, for example Authorization; asked anew each time. */
  headers?: () => Record<string, string>;
}

export interface Client {
  /**
   * Calls an endpoint and gives its body. An answer that is an error is thrown as `AppError`;
   * a network failure is thrown as `fetch` throws it.
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

/** The path of an endpoint with parameters and query filled in, below the host: `/api/v1/books/…`. */
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

/** A typed client of every endpoint. */
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
    if (response.status >= 400) throw errorOf(response.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  },
});

const bodyOf = ({ bodyType }: Endpoint, body: unknown): RequestBody =>
  bodyType === undefined ? JSON.stringify(body) : (body as RequestBody);

const errorOf = (status: number, text: string): AppError => {
  const body = parse(text) as { error?: string; message?: string; details?: unknown } | null;
  const known = body?.error !== undefined && body.error in errorStatus;
  return new AppError(
    known ? (body.error as ErrorCode) : 'InternalError',
    body?.message ?? `The server answered ${String(status)}`,
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
