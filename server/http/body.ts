import { isUtf8 } from 'node:buffer';

import express, { type Request, type RequestHandler, type Response } from 'express';

import { AppError, badField } from '../../shared/errors.ts';
import { decodeXml } from '../media/comic-info/decode.ts';

/** JSON of clients nests a dozen levels, filters up to 40; SQLite reads no more than 1000. */
const maxDepth = 100;

/**
 * Reads JSON bodies of at most so many bytes, inflated ones included; a missing body reads as `{}`.
 * Throws UnsupportedMediaType, PayloadTooLarge and BadRequest, the last two partly as body-parser does.
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

/** Reads bodies of XML in whatever encoding, as text; a missing body reads as nothing. Throws as for JSON. */
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

/** Reads the bytes of an image of at most so many bytes; what kind it is, its bytes say. */
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

/** Hands over a body as it comes, for a file that is too large for memory; who takes it sets its bounds. */
export const readFileBody = (request: Request): Promise<AsyncIterable<Buffer>> => {
  if (!request.is('application/vnd.sqlite3')) {
    return Promise.reject(
      new AppError(
        'UnsupportedMediaType',
        'Send the file with Content-Type: application/vnd.sqlite3',
      ),
    );
  }
  return Promise.resolve(request);
};

/** Runs a body parser; rejects with what it says. */
export const parsedBy = (parser: RequestHandler, request: Request, response: Response) =>
  new Promise<void>((resolve, reject) => {
    parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The body cannot be read'));
    });
  });

const isEmpty = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

/** Another parser is made only when the limit changes. */
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

/** The parser would put replacement characters where bytes are no UTF-8. */
const refuseBrokenText = (
  _request: unknown,
  _response: unknown,
  bytes: Buffer,
  charset: string,
) => {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw new Error('The body is not valid UTF-8');
};

/** What makes JSON useless whatever it is meant for, or null. */
const problemOf = (value: unknown, levels = maxDepth): string | null => {
  if (typeof value === 'string') {
    return value.isWellFormed() ? null : 'The body holds half a character (an unpaired surrogate)';
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
