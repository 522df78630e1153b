import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright';

import type { Household } from './seed-data.ts';
import { root } from './server.ts';

/** The parts of the app's router on `window` in use. */
interface Router {
  routesByPath: Record<string, unknown>;
  navigate: (target: { href: string }) => Promise<void>;
}
declare global {
  var __TSR_ROUTER__: Router | undefined;
}

/** All route paths of the app, in the router's notation. */
export const routesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(globalThis.__TSR_ROUTER__?.routesByPath ?? {}));

/** Client-side navigation, like a link within the app. */
export const goTo = (page: Page, href: string): Promise<void> =>
  page.evaluate((target) => globalThis.__TSR_ROUTER__?.navigate({ href: target }), href);

/** All routes, with URLs that show all their views. */
export const screensOf = (known: Household): Record<string, readonly string[]> => ({
  '/': ['/'],
  '/$': ['/nowhere'],
  '/libraries': ['/libraries'],
  '/library/$libraryId': [
    '',
    '?layout=list',
    '?layout=table',
    '?view=books',
    '?view=folders',
    '?view=reading',
  ]
    .map((search) => `/library/${known.library}${search}`)
    .concat('/library/all', '/library/all?view=books'),
  '/library/$libraryId/organise': [`/library/${known.library}/organise`],
  '/library/$libraryId/convert': [`/library/${known.library}/convert`],
  '/library/$libraryId/repeated-pages': [`/library/${known.library}/repeated-pages`],
  '/library/$libraryId/write-metadata': [`/library/${known.library}/write-metadata`],
  '/series/$seriesId': ['', '?tab=related', '?tab=details', '?tab=activity'].map(
    (search) => `/series/${known.series}${search}`,
  ),
  '/book/$bookId': [known.book, known.broken, known.text].map((id) => `/book/${id}`),
  '/added': ['/added', '/added?month=2020-01'],
  '/creators': ['/creators', '/creators?role=writer'],
  '/creator/$name': ['/creator/David%20Revoy', '/creator/herman%20melville?view=series'],
  '/annotations': ['/annotations'],
  '/activity': ['/activity', '/activity?tab=log'],
  '/activity/reports': ['/activity/reports'],
  '/activity/reports/$reportId': [`/activity/reports/${known.report}`],
  '/search': [
    '/search',
    '/search?q=carrot',
    '/search?q=carrot&view=books',
    '/search?q=revoy&view=creators',
    '/search?q=a&view=lists',
  ],
  '/collections': ['/collections'],
  '/collection/$id': [`/collection/${known.collection}`],
  '/read-lists': ['/read-lists'],
  '/read-list/$id': [`/read-list/${known.readList}`],
  '/smart-lists': ['/smart-lists'],
  '/smart-list/$id': [`/smart-list/${known.smartList}`],
  '/want-to-read': ['/want-to-read'],
  '/downloads': ['/downloads'],
  '/health': ['/health', '/health?kind=broken'],
  '/duplicates': ['/duplicates'],
  '/trash': ['/trash'],
  '/releases': ['/releases'],
  '/stats': ['/stats'],
  '/settings': ['/settings'],
  '/settings/account': ['/settings/account'],
  '/settings/advanced': ['/settings/advanced'],
  '/settings/backups': ['/settings/backups'],
  '/settings/devices': ['/settings/devices'],
  '/settings/export': ['/settings/export'],
  '/settings/import': ['/settings/import'],
  '/settings/intake': ['/settings/intake'],
  '/settings/keyboard': ['/settings/keyboard'],
  '/settings/libraries': ['/settings/libraries'],
  '/settings/mail': ['/settings/mail'],
  '/settings/metadata': ['/settings/metadata'],
  '/settings/notifications': ['/settings/notifications'],
  '/settings/people': ['/settings/people'],
  '/settings/reading': ['/settings/reading'],
  '/settings/release-sources': ['/settings/release-sources'],
  '/settings/schedules': ['/settings/schedules'],
  '/settings/tasks': ['/settings/tasks'],
  '/pair': ['/pair#token=none'],
  '/read/$bookId': [known.book, known.broken, known.text].map((id) => `/read/${id}`),
  // Covered before sign-in.
  '/sign-in': [],
  '/register': [],
  '/reset-password': [],
  '/verify-email': [],
  '/welcome': [],
});

const catalogues = path.join(root, 'renderer/src/locales/en');
const namespaces = readdirSync(catalogues).map((file) => path.parse(file).name);
const heads = namespaces.flatMap((namespace) =>
  Object.keys(
    JSON.parse(readFileSync(path.join(catalogues, `${namespace}.json`), 'utf8')) as object,
  ),
);
const keyPattern = `^(?:(?:${namespaces.join('|')}):[\\w.]+|(?:${heads.join('|')})(?:\\.\\w+)+)$|\\{\\{`;

/** Untranslated keys visible on the page or in accessible names. */
export const keysShown = (page: Page): Promise<string[]> =>
  page.evaluate((pattern) => {
    const isKey = new RegExp(pattern, 'u');
    const texts: (string | null)[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent);
    for (const element of document.querySelectorAll('[aria-label],[title],[placeholder],[alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        texts.push(element.getAttribute(name));
      }
    }
    return texts.flatMap((text) => (isKey.test(text?.trim() ?? '') ? [text ?? ''] : []));
  }, keyPattern);
