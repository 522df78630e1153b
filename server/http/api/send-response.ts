import type { Request, Response } from 'express';

import type { Endpoint } from '../../../shared/endpoint.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { isJsonText, type ListPage } from '../../database/json.ts';
import { neverCached, type Content } from './content.ts';
import { paginatedJson } from './pagination.ts';
import { requestSource } from '../net/request-source.ts';
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
  response.setHeader('Cache-Control', neverCached);
  if (endpoint.status === 204) {
    if (answer instanceof Reply) setHeaders(response, answer.headers, request);
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
    if (listing.headers) setHeaders(response, listing.headers, request);
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
  setHeaders(response, reply.headers, request);
  const status = reply.status ?? endpoint.status ?? 200;
  sendJson(response, status, asText(reply.body), endpoint.responseType);
};

/** Paths of our own in headers follow the base path. */
const setHeaders = (response: Response, headers: Record<string, string>, request: Request) => {
  const { basePath } = requestSource(request);
  for (const [name, value] of Object.entries(headers)) {
    const hasPath = name === 'Location' || name === 'Link';
    response.setHeader(name, hasPath ? value.replace(/^<?(?=\/)/, `$&${basePath}`) : value);
  }
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
