import type { RequestHandler } from 'express';

/**
 * Moves the key of a device from the path, `/kobo/<key>/v1/…`, into the header `X-API-Key`, before anything can
 * log the path or put it into a message. Devices send no credentials otherwise, apart from an `Authorization`
 * that they got from us and that means nothing.
 */
export const takeKoboToken: RequestHandler = (request, _response, next) => {
  const match = /^\/+kobo\/+([^/?]*)/i.exec(request.url);
  if (match) {
    const [start, token = ''] = match;
    request.headers['x-api-key'] = token;
    delete request.headers.authorization;
    delete request.headers.cookie;
    request.url = `/kobo${request.url.slice(start.length)}`;
    request.originalUrl = `${request.baseUrl}${request.url}`;
  }
  next();
};
