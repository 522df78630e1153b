import type { Request, Response } from 'express';

import { readerOf, type ContentReader } from '../../http/content-reader.ts';
import { abortedBy } from '../../http/signal.ts';

/** The path that the catalogue was asked for at, `/opds` or `/komga/opds`. */
export const baseOf = ({ baseUrl }: Request): string => baseUrl.toLowerCase();

/** What is known of who asks. */
export const readerFor = ({ headers }: Request, response: Response): ContentReader =>
  readerOf({ headers, signal: abortedBy(response) });

/** A parameter that takes the rest of a path comes in pieces, each decoded. */
export const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );

/** A JSON document of OPDS 2.0. */
export const sendJson = (response: Response, type: string, body: object): void => {
  sendBytes(response, type, Buffer.from(JSON.stringify(body)));
};

export const sendBytes = (response: Response, type: string, bytes: Buffer): void => {
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Content-Type', type);
  response.send(bytes);
};
