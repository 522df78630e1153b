import type { Request, Response } from 'express';

import type { Endpoint } from '../../../shared/endpoint.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { isJsonText, type ListPage } from '../../database/json.ts';
import type { Content } from './content.ts';
import { paginatedJson } from './pagination.ts';
import { Redirect, Reply, TextReply } from './route.ts';
import { sendContent } from './send-content.ts';

/** Sends a handler's result in the form that its endpoint declares. */
export const sendResponse = async (
  endpoint: Endpoint,
  request: Request,
  response: Response,
  query: unknown,
  answer: unknown,
): Promise<void> => {
  if (endpoint.produces) {
    await sendContent(request, response, answer as Content);
    return;
  }
  response.setHeader('Cache-Control', 'private, no-store');
  if (endpoint.status === 204) {
    if (answer instanceof Reply) response.set(answer.headers);
    response.status(204).end();
    return;
  }
  if (answer instanceof Redirect) {
    response.set(answer.headers).setHeader('Location', answer.url);
    response.status(302).end();
    return;
  }
  if (endpoint.list) {
    const listing = answer as ListPage<unknown> & { headers?: Record<string, string> };
    if (listing.headers) response.set(listing.headers);
    sendJson(response, 200, paginatedJson(request.originalUrl, query as PageRequest, listing));
    return;
  }
  if (endpoint.text) response.vary('Accept');
  if (answer instanceof TextReply) {
    response.setHeader('Content-Type', answer.media_type);
    response.send(answer.text);
    return;
  }
  const reply = answer instanceof Reply ? answer : new Reply(answer, {});
  response.set(reply.headers);
  const status = reply.status ?? endpoint.status ?? 200;
  sendJson(response, status, asText(reply.body), endpoint.responseType);
};

const asText = (body: unknown): string => (isJsonText(body) ? body.json : JSON.stringify(body));

const sendJson = (
  response: Response,
  status: number,
  text: string,
  mediaType = 'application/json; charset=utf-8',
) => {
  response.status(status).setHeader('Content-Type', mediaType);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
};
