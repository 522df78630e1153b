import express, { type Request, type Response } from 'express';

import { AppError, badField } from '../../../shared/errors.ts';
import { parsedBy } from './body.ts';

/**
 * Maximum length of a boundary (RFC 2046 5.1.1), and a limit for the headers of a part that no
 * client exceeds.
 */
const maxBoundary = 70;
const maxHeaderBytes = 16 * 1024;

/**
 * Reads the file in one field of a form (multipart/form-data) up to a size. Throws
 * UnsupportedMediaType, PayloadTooLarge, and BadRequest for a malformed form or a missing file.
 */
export const createFormFileReader =
  (maxBytes: () => number) =>
  async (request: Request, response: Response, field: string): Promise<Buffer> => {
    const type = request.headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*;/i.test(type)) {
      throw new AppError(
        'UnsupportedMediaType',
        'Send a form with Content-Type: multipart/form-data',
      );
    }
    await parsedBy(express.raw({ limit: maxBytes(), type: () => true }), request, response);
    const body: unknown = request.body;
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
    const file = fileOf(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      boundary?.[1] ?? boundary?.[2] ?? '',
      field,
    );
    if (!file) throw badField(field, `The form contains no file named ${field}`);
    return file;
  };

const broken = () => new AppError('BadRequest', 'The form cannot be read');

/** The content of the first file part for this field; null if there is none. */
const fileOf = (body: Buffer, boundary: string, field: string): Buffer | null => {
  if (boundary === '' || boundary.length > maxBoundary) throw broken();
  // Text before the first delimiter is not a part (RFC 2046 5.1.1).
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let offset = text.indexOf(delimiter);
  for (;;) {
    if (offset < 0) throw broken();
    const start = offset + delimiter.length;
    const follows = text.toString('latin1', start, start + 2);
    if (follows === '--') return null;
    const end = text.indexOf(delimiter, start);
    const headersEnd = text.indexOf('\r\n\r\n', start);
    if (follows !== '\r\n' || headersEnd < 0 || headersEnd > end) throw broken();
    if (headersEnd - start > maxHeaderBytes) throw broken();
    if (isFileOf(text.toString('utf8', start, headersEnd), field)) {
      return text.subarray(headersEnd + 4, end);
    }
    offset = end;
  }
};

const isFileOf = (headers: string, field: string): boolean => {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? '';
  const name = /(?:^|;)\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition);
  return (name?.[1] ?? name?.[2]) === field && /;\s*filename\*?=/i.test(disposition);
};
