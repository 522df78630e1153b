/**
 * The service worker: opens the app and the books kept on this device where the server cannot be
 * reached. While it can be, pages and data come from there, so nothing shown is out of date.
 */
import { appCachePrefix, booksCache, takeOver } from './cache-names.ts';
import { isWebPage } from './is-web-page.ts';

/** Both are filled in by `scripts/build-service-worker.ts`. */
declare const APP_VERSION: string;
declare const APP_FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
/** Path of the app, with a trailing slash: `/`, or `/octavo/` below another site. */
const root = new URL(worker.registration.scope).pathname;
/** A server below another path of the same site has caches of its own. */
const ownPrefix = root === '/' ? appCachePrefix : `${appCachePrefix}${root}`;
const appCache = ownPrefix + APP_VERSION;

/** Away from home, a phone waits minutes for a response of the server; after this time the cached copy is used. */
const patienceMs = 3000;

const pagePath = /^api\/v1\/books\/[^/]+\/pages\/\d+$/;
/** Files of texts and PDFs. */
const resourcePath = /^api\/v1\/books\/[^/]+\/resources\//;
const filePath = /^api\/v1\/books\/[^/]+\/file$/;
/** Files that pdf.js loads besides the app; cached with the first PDF. */
const pdfPath = /^assets\/pdf-[\d.]+\//;
/** Fonts of the household, kept with the first EPUB. */
const fontPath = /^api\/v1\/fonts\/[^/]+\/file$/;
const coverPath = /^api\/v1\/books\/[^/]+\/thumbnail$/;

worker.addEventListener('install', (event) => event.waitUntil(keepApp()));

worker.addEventListener('activate', (event) => event.waitUntil(startServing()));

worker.addEventListener('message', ({ data }) => {
  if (data === takeOver) void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer !== null) event.respondWith(answer);
});

const keepApp = async (): Promise<void> => {
  const cache = await caches.open(appCache);
  await Promise.all(APP_FILES.map(async (file) => cache.put(root + file, await loadAppFile(file))));
};

/**
 * Past the browser's cache, which may hold the page of an older version. Rejects for the page of a proxy that wants a
 * sign-in, which can count as success: the only page among the files is the app itself.
 */
const loadAppFile = async (file: string): Promise<Response> => {
  const response = await fetch(root + file, { cache: 'reload', redirect: 'error' });
  if (!response.ok || isWebPage(response) !== (file === ''))
    throw new TypeError(`Cannot load "${file}"`);
  return response;
};

const startServing = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => isOwn(name) && name !== appCache);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
};

/** The caches of other paths have a slash behind the prefix. */
const isOwn = (name: string): boolean =>
  name.startsWith(ownPrefix) && !name.slice(ownPrefix.length).includes('/');

/** Null leaves the request to the browser. */
const answerTo = (request: Request): Promise<Response> | null => {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return null;
  if (!pathname.startsWith(root)) return null;
  const path = pathname.slice(root.length);
  if (request.mode === 'navigate') {
    const isPage = !path.startsWith('api/') && !/\.[a-z0-9]+$/i.test(path);
    return isPage ? serverFirst(request, appCache, root) : null;
  }
  if (filePath.test(path)) return partOf(request, pathname);
  if ([pagePath, resourcePath, pdfPath, fontPath].some((kind) => kind.test(path)))
    return keptFirst(request, booksCache, pathname);
  if (coverPath.test(path)) return serverFirst(request, booksCache, pathname);
  if (APP_FILES.includes(path)) return keptFirst(request, appCache, pathname);
  return null;
};

const cachedIn = async (cacheName: string, key: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(key, { ignoreVary: true });

const keptFirst = async (request: Request, cacheName: string, key: string): Promise<Response> =>
  (await cachedIn(cacheName, key)) ?? fetch(request);

/** A kept file, or the range of it that is asked for; the server has the others. */
const partOf = async (request: Request, key: string): Promise<Response> => {
  const whole = await cachedIn(booksCache, key);
  if (!whole) return fetch(request);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? [];
  if (first === undefined) return whole;
  const file = await whole.blob();
  const start = Number(first);
  const end = Math.min(last === undefined || last === '' ? Infinity : Number(last), file.size - 1);
  if (start > end) {
    return new Response(null, {
      status: 416,
      headers: { 'content-range': `bytes */${file.size}` },
    });
  }
  return new Response(file.slice(start, end + 1), {
    status: 206,
    headers: {
      'accept-ranges': 'bytes',
      'content-type': whole.headers.get('content-type') ?? 'application/pdf',
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${file.size}`,
    },
  });
};

const serverFirst = async (request: Request, cacheName: string, key: string): Promise<Response> => {
  const fresh = fetch(request);
  const first = await Promise.race([fresh, endOfPatience()]).catch(() => null);
  // A proxy answers 502 to 504 in place of a server that it does not reach.
  if (first !== null && first.status < 502) return first;
  return (await cachedIn(cacheName, key)) ?? fresh;
};

const endOfPatience = async (): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), patienceMs));
