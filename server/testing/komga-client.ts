import type { z } from 'zod';

import {
  useConformanceServer,
  type ConformanceServer,
  type ConformanceServerOptions,
} from '../conformance/fixture.ts';
import { admin } from './server.ts';

export interface KomgaClient {
  /** Sends a request with the client's headers and cookies; the path is below the prefix. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The JSON of a 200, validated by the shape that the client requires. */
  get<Shape extends z.ZodType>(shape: Shape, path: string): Promise<z.output<Shape>>;
  post<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    body: unknown,
  ): Promise<z.output<Shape>>;
  /** Cookies by name, like a client's cookie jar. */
  cookies: Map<string, string>;
}

/** A server with two small libraries; `client` creates a client for it. */
export const useKomga = (options?: ConformanceServerOptions) => {
  const server = useConformanceServer(options);
  return { server, client: (settings?: ClientSettings) => komgaClient(server(), settings) };
};

interface ClientSettings {
  headers?: Record<string, string>;
  /** Whether the client stores cookies; only those of the path `/komga`. */
  keepsCookies?: boolean;
}

export const asAdmin = {
  authorization: `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`,
};

export const komgaClient = (
  server: Pick<ConformanceServer, 'url'>,
  { headers = {}, keepsCookies = false }: ClientSettings = {},
): KomgaClient => {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${server.url}/komga${path}`, {
      redirect: 'error',
      ...init,
      headers: {
        ...headers,
        ...(cookie === '' ? {} : { cookie }),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    for (const line of keepsCookies ? response.headers.getSetCookie() : []) {
      const [, name, value] = /^([^=]+)=([^;]*); Path=\/komga;/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    return response;
  };
  const read = async <Shape extends z.ZodType>(shape: Shape, response: Response) => {
    const body: unknown = await response.json();
    if (response.status !== 200) {
      throw new Error(`${response.url} gave ${response.status}: ${JSON.stringify(body)}`);
    }
    return shape.parse(body);
  };
  return {
    ask,
    get: async (shape, path) => read(shape, await ask(path)),
    post: async (shape, path, body) =>
      read(
        shape,
        await ask(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    cookies,
  };
};
