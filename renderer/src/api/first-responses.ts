import { viewAsHeader } from '../../../shared/view-as.ts';

declare global {
  /** By URL; `public/first-requests.js` asks for them. */
  var firstResponses: Map<string, Promise<Response>> | undefined;
}

/** How long after the start of the page a response counts as fresh (ms). */
const freshMs = 10_000;

/**
 * The response that the page requested before its code was loaded, if it is what `init` asks for. Each
 * is given once.
 */
export const takeFirstResponse = (
  url: string,
  { method, headers, signal }: { method: string; headers: object; signal?: AbortSignal },
): Promise<Response> | undefined => {
  const response = globalThis.firstResponses?.get(url);
  if (response === undefined || method !== 'GET' || !('authorization' in headers)) return undefined;
  // Reading `sessionStorage` for the first time takes as long as a request, so the page did not.
  if (viewAsHeader in headers) return undefined;
  globalThis.firstResponses?.delete(url);
  if (performance.now() > freshMs) return undefined;
  return signal === undefined ? response : Promise.race([response, aborted(signal)]);
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
