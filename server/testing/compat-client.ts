import type { z } from 'zod';

import { useHouse, type House, type HouseOptions } from '../conformance/house.ts';
import { admin } from './server.ts';

export interface CompatClient {
  /** A request with the headers of the client and its cookies; the path begins below the prefix. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The JSON of a 200, which has the shape that the client requires. */
  get<Shape extends z.ZodType>(shape: Shape, path: string): Promise<z.output<Shape>>;
  post<Shape extends z.ZodType>(
    shape: Shape,
    path: string,
    body: unknown,
  ): Promise<z.output<Shape>>;
  /** Cookies as `name=value`, as the jar of the client has them. */
  cookies: Map<string, string>;
}

/** A server with two small libraries; `client` makes a program that speaks to it. */
export const useCompat = (options?: HouseOptions) => {
  const house = useHouse(options);
  return { house, client: (settings?: ClientSettings) => compatClient(house(), settings) };
};

interface ClientSettings {
  headers?: Record<string, string>;
  /** Whether the program keeps cookies; those of the path `/komga` alone. */
  keepsCookies?: boolean;
}

export const asAdmin = {
  authorization: `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`,
};

export const compatClient = (
  house: Pick<House, 'url'>,
  { headers = {}, keepsCookies = false }: ClientSettings = {},
): CompatClient => {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${house.url}/komga${path}`, {
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
