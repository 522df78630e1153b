import { errorStatus, type ErrorBody } from '../../shared/errors.ts';
import { answerOf, operationOf, schemaProblems } from './api-document.ts';

const base = '/api/v1';

/**
 * `fetch` for tests: throws if a response of `/api/v1` violates the OpenAPI document in status,
 * type or any JSON field. Does not read binary content and event streams.
 */
export const checkedFetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(url, init);
  const { pathname } = new URL(url);
  if (!pathname.startsWith(`${base}/`)) return response;
  const method = (init.method ?? 'GET').toUpperCase();
  const problem = await problemOf(method, pathname.slice(base.length), response);
  if (problem === null) return response;
  throw new Error(
    `${method} ${pathname} answered ${response.status}, which is not as documented: ${problem}`,
  );
};

const problemOf = async (
  method: string,
  path: string,
  response: Response,
): Promise<string | null> => {
  const { status } = response;
  const found = operationOf(method, path);
  if (typeof found === 'string') {
    const right = found === 'no such path' ? 404 : 405;
    if (status !== right) return `the path has ${found}`;
    if (right === 405 && !response.headers.has('allow')) return 'the header Allow is missing';
    return errorProblem(method, response);
  }
  const answer = answerOf(found, status);
  if (!answer) return `the statuses are ${Object.keys(found.operation.responses).join(', ')}`;
  const { described, pointer } = answer;
  const missing = Object.keys(described.headers ?? {}).find((name) => !response.headers.has(name));
  if (missing !== undefined) return `the header ${missing} is missing`;
  const type = mediaType(response);
  if (!described.content) {
    const isEmpty = type === null && (await response.clone().text()) === '';
    return isEmpty ? null : 'there should be no body';
  }
  const known = Object.keys(described.content).find((pattern) => covers(pattern, type));
  if (known === undefined) {
    return `it is ${type ?? 'without a type'}, not ${Object.keys(described.content).join(', ')}`;
  }
  if (method === 'HEAD' || known !== 'application/json') return null;
  const body: unknown = await response.clone().json();
  return (
    schemaProblems([...pointer, 'content', known, 'schema'], body) ?? codeProblem(status, body)
  );
};

/** For responses without an operation. */
const errorProblem = async (method: string, response: Response): Promise<string | null> => {
  if (mediaType(response) !== 'application/json') return 'errors are JSON';
  if (method === 'HEAD') return null;
  const body: unknown = await response.clone().json();
  return (
    schemaProblems(['components', 'schemas', 'Error'], body) ?? codeProblem(response.status, body)
  );
};

/** An error has the code of its status. */
const codeProblem = (status: number, body: unknown): string | null => {
  const { error } = Object(body) as Partial<ErrorBody>;
  if (status < 400 || error === undefined || errorStatus[error] === status) return null;
  return `${error} belongs to ${errorStatus[error]}`;
};

const mediaType = (response: Response): string | null =>
  response.headers.get('content-type')?.split(';')[0]?.trim() ?? null;

const covers = (pattern: string, type: string | null): boolean =>
  type === pattern || (pattern.endsWith('/*') && (type ?? '').startsWith(pattern.slice(0, -1)));
