import type { Request, Response } from 'express';

import { requestSource } from '../../http/net/request-source.ts';
import { conditionsOf, type ClientConditions } from '../../http/api/conditional-request.ts';
import { abortOnClose } from '../../http/api/abort-signal.ts';
import { neverCached } from '../../http/api/content.ts';

/** The path under which the catalogue was requested: `/opds`, `/octavo/komga/opds`. */
export const baseOf = (request: Request): string => {
  const { basePath } = requestSource(request);
  return basePath + request.baseUrl.slice(basePath.length).toLowerCase();
};

/** The conditional headers of the request. */
export const readerFor = ({ headers }: Request, response: Response): ClientConditions =>
  conditionsOf({ headers, signal: abortOnClose(response) });

/** The id of a device that has none; OPDS requires a URI. */
export const unnamedDevice = 'urn:octavo';

/** Sends an OPDS 2.0 document. */
export const sendJson = (response: Response, type: string, body: object): void => {
  sendBytes(response, type, Buffer.from(JSON.stringify(body)));
};

export const sendBytes = (response: Response, type: string, bytes: Buffer): void => {
  response.setHeader('Cache-Control', neverCached);
  response.setHeader('Content-Type', type);
  response.send(bytes);
};
