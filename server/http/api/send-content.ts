import { pipeline } from 'node:stream/promises';

import type { Request, Response } from 'express';

import { AppError } from '../../../shared/errors.ts';
import { hasContent } from './conditional-request.ts';
import type { Content } from './content.ts';
import { openBody, type OpenedBody } from './opened-body.ts';

/**
 * Sends bytes or a file: strong ETag, date and 304, one range (206, 416), HEAD. Several ranges in one
 * header get the whole content, as RFC 9110 allows. Throws AppError before anything is sent for an
 * unreadable file and a range beyond the end.
 */
export const sendContent = async (
  request: Request,
  response: Response,
  content: Content,
): Promise<void> => {
  const { body } = content;
  const isSent = body !== null && request.method !== 'HEAD' && !isCached(request, content);
  const opened = isSent && !Buffer.isBuffer(body) ? await openBody(body) : null;
  try {
    await send(request, response, content, opened);
  } finally {
    await opened?.close();
  }
};

/** Headers that describe a content, and not the error in its place. */
const ofContent = ['Content-Type', 'Content-Encoding', 'Content-Disposition', 'Last-Modified'];

const send = async (
  request: Request,
  response: Response,
  content: Content,
  opened: OpenedBody | null,
): Promise<void> => {
  const etag = `"${content.etag}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', content.cache_control ?? 'private, no-cache');
  response.setHeader('Content-Type', content.media_type);
  // Prevents a browser from interpreting book content as an Octavo page.
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const { body, onSent } = content;
  if (onSent) response.once('close', onSent);
  const isMade = body !== null && 'chunks' in body;
  response.setHeader('Accept-Ranges', isMade ? 'none' : 'bytes');
  if (content.headers) response.set(content.headers);
  if (content.encoding) response.setHeader('Content-Encoding', content.encoding);
  if (content.vary) response.vary(content.vary);
  if (content.last_modified)
    response.setHeader('Last-Modified', content.last_modified.toUTCString());
  if (content.download_name !== undefined) {
    response.setHeader('Content-Disposition', attachment(content.download_name));
  }
  if (body === null || isCached(request, content)) {
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Encoding');
    response.status(304).end();
    return;
  }

  // nginx would first write a whole file to its disk.
  if (opened !== null) response.setHeader('X-Accel-Buffering', 'no');
  if ('chunks' in body && body.size === null) {
    if (opened === null) response.end();
    else await pipeline(opened.stream(0, Infinity), response);
    return;
  }
  const size = Buffer.isBuffer(body) ? body.length : (body.size ?? 0);
  const range = isMade ? null : wantedRange(request, content, size);
  if (range === 'unsatisfiable') {
    for (const name of ofContent) response.removeHeader(name);
    throw new AppError('RangeNotSatisfiable', `The content has only ${size} bytes`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const start = range?.start ?? 0;
  const end = range?.end ?? size - 1;
  if (range) {
    response.status(206);
    response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
  }
  response.setHeader('Content-Length', end - start + 1);
  if (request.method === 'HEAD' || size === 0) {
    response.end();
    return;
  }
  if (Buffer.isBuffer(body)) {
    response.end(range ? body.subarray(start, end + 1) : body);
    return;
  }
  if (opened === null) return;
  // Node warns from the eleventh listener on, and `pipeline` adds half a dozen.
  response.setMaxListeners(20);
  await pipeline(opened.stream(start, end), response);
};

/** Whether the client has the content, by its ETag, or by its date if it sends no ETag. */
const isCached = ({ headers }: Request, content: Content): boolean => {
  if (headers['if-none-match'] !== undefined) return hasContent(headers, content.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return content.last_modified !== undefined && !Number.isNaN(since) && !isNewer(content, since);
};

/**
 * Whether the content is the one of which the client has a part. Otherwise the whole is sent, because a download that is
 * resumed would mix two versions.
 */
const isUnchanged = ({ headers }: Request, content: Content): boolean => {
  const etag = `"${content.etag}"`;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined) return ifRange === etag;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    return ifMatch.split(',').some((tag) => ['*', etag].includes(tag.trim()));
  }
  const until = Date.parse(headers['if-unmodified-since'] ?? '');
  return Number.isNaN(until) || !isNewer(content, until);
};

/** Whether the content was modified after an instant, ms. HTTP dates have whole seconds. */
const isNewer = ({ last_modified: modified }: Content, instant: number): boolean =>
  modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 > instant;

interface Range {
  start: number;
  end: number;
}

const wantedRange = (
  request: Request,
  content: Content,
  size: number,
): Range | 'unsatisfiable' | null => {
  const header = request.headers.range;
  // Defined for GET only (RFC 9110, 14.2).
  if (header === undefined || request.method === 'HEAD') return null;
  if (!isUnchanged(request, content)) return null;
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start >= size) return 'unsatisfiable';
  return end < start ? null : { start, end };
};

/** RFC 6266: an ASCII name for old clients, the real one as UTF-8. */
const attachment = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
