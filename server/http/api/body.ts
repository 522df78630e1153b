import { isUtf8 } from 'node:buffer';

import express, { type Request, type RequestHandler, type Response } from 'express';

import { AppError, badField } from '../../../shared/errors.ts';
import { decodeXml } from '../../media/comic-info/decode.ts';

/**
 * Maximum nesting of JSON: clients send a dozen levels, filters up to 40; SQLite reads at most
 * 1000.
 */
const maxDepth = 100;

/**
 * Reads JSON bodies up to a size, also after inflating; a missing body becomes `{}`. Throws
 * UnsupportedMediaType, PayloadTooLarge and BadRequest, the last two partly from body-parser.
 */
export const createBodyReader = (
  maxBytes: () => number,
  mediaTypes: string[] = ['application/json'],
) => {
  const parser = parserFor(maxBytes);
  return async (request: Request, response: Response): Promise<unknown> => {
    if (isEmpty(request)) return {};
    if (!request.is(mediaTypes)) {
      throw new AppError(
        'UnsupportedMediaType',
        'Send the body with Content-Type: application/json',
      );
    }
    await parsedBy(parser(), request, response);
    const body: unknown = request.body;
    const problem = problemOf(body);
    if (problem !== null) throw badField('body', problem);
    return body ?? {};
  };
};

/**
 * Reads XML bodies in any encoding as text; a missing body becomes an empty text. Throws as for
 * JSON.
 */
export const createXmlReader = (maxBytes: () => number) => {
  const types = ['application/xml', 'text/xml', 'application/*+xml'];
  return async (request: Request, response: Response): Promise<string> => {
    if (isEmpty(request)) return '';
    if (!request.is(types)) {
      throw new AppError(
        'UnsupportedMediaType',
        'Send the body with Content-Type: application/xml',
      );
    }
    const parser = express.raw({ limit: maxBytes(), type: () => true });
    await parsedBy(parser, request, response);
    return decodeXml(request.body as Buffer);
  };
};

/** Reads an image body up to a size; its type is detected from the bytes. */
export const createImageReader = (maxBytes: number) => {
  const parser = express.raw({ limit: maxBytes, type: () => true });
  return async (request: Request, response: Response): Promise<Buffer> => {
    if (isEmpty(request)) return Buffer.alloc(0);
    if (!request.headers['content-type']?.startsWith('image/')) {
      throw new AppError(
        'UnsupportedMediaType',
        'Send an image with its Content-Type, image/png for example',
      );
    }
    await parsedBy(parser, request, response);
    return request.body as Buffer;
  };
};

/** Streams a body that is too large for memory; the consumer enforces its limit. */
export const createFileReader =
  (mediaType: 'application/vnd.sqlite3' | 'application/octet-stream') =>
  (request: Request): Promise<AsyncIterable<Buffer>> =>
    request.is(mediaType)
      ? Promise.resolve(request)
      : Promise.reject(
          new AppError('UnsupportedMediaType', `Send the file with Content-Type: ${mediaType}`),
        );

/** Runs a body parser as a promise; rejects with its error. */
export const parsedBy = (parser: RequestHandler, request: Request, response: Response) =>
  new Promise<void>((resolve, reject) => {
    parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The body cannot be read'));
    });
  });

const isEmpty = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

/** Caches the parser; recreated only when the limit changes. */
const parserFor = (maxBytes: () => number) => {
  let limit = -1;
  let parser: RequestHandler | undefined;
  return (): RequestHandler => {
    if (!parser || limit !== maxBytes()) {
      limit = maxBytes();
      parser = express.json({ limit, strict: false, type: () => true, verify: refuseBrokenText });
    }
    return parser;
  };
};

/** Rejects invalid UTF-8, which the parser would replace with U+FFFD. */
const refuseBrokenText = (
  _request: unknown,
  _response: unknown,
  bytes: Buffer,
  charset: string,
) => {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw new Error('The body is not valid UTF-8');
};

/** Why JSON is unacceptable for any endpoint, or null. */
const problemOf = (value: unknown, levels = maxDepth): string | null => {
  if (typeof value === 'string') {
    return value.isWellFormed()
      ? null
      : 'The body contains half a character (an unpaired surrogate)';
  }
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `The body nests deeper than ${maxDepth} levels`;
  const parts: unknown[] = Array.isArray(value)
    ? value
    : [...Object.keys(value), ...(Object.values(value) as unknown[])];
  for (const part of parts) {
    const problem = problemOf(part, levels - 1);
    if (problem !== null) return problem;
  }
  return null;
};
