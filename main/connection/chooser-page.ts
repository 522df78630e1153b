import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { escapeMarkup } from '../../server/text/escape-xml.ts';
import type { ConnectOutcome } from './connect.ts';
import type { ConnectionTexts } from './connection-texts.ts';
import type { FoundServer } from './find-servers.ts';

/** Scheme of the pages that the shell itself serves, in a session of their own. */
export const shellScheme = 'octavo-shell';
export const chooserUrl = `${shellScheme}://chooser`;

/** The state of the page, fetched every second. */
export interface ChooserView {
  servers: readonly (FoundServer & { isCurrent: boolean })[];
  /** Why the chosen server is not shown; null while choosing. */
  problem: { title: string; message: string } | null;
}

export interface ChooserActions {
  view(): ChooserView;
  useOwn(): void;
  connect(address: string, acceptedKey: string | null): Promise<ConnectOutcome>;
  retry(): Promise<void>;
}

export interface ChooserPageOptions {
  /** Folder with the built page. */
  folder: string;
  app: string;
  language: string;
  text: ConnectionTexts;
  actions: ChooserActions;
}

const connectSchema = z.object({
  address: z.string().max(4000),
  key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

/** The page can run its own script, ask the shell, and nothing else. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const files: Readonly<Partial<Record<string, { name: string; type: string }>>> = {
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
};

/**
 * Responds to the chooser's page. The handler is registered for the session of the chooser only, so
 * that no other page can send it a request.
 */
export const createChooserPage = ({
  folder,
  app,
  language,
  text,
  actions,
}: ChooserPageOptions): ((request: Request) => Promise<Response>) => {
  const texts = textsOf(text, app);
  const page = async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    const filled = html.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      escapeMarkup(name === 'language' ? language : (texts[name] ?? '')),
    );
    return new Response(filled, {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  };
  const json = (value: unknown) => Response.json(value, { headers });
  const empty = (status: number) => new Response(null, { status, headers });

  return async (request) => {
    const { pathname, host } = new URL(request.url);
    if (host !== 'chooser') return empty(404);
    const file = files[pathname];
    if (request.method === 'GET') {
      if (pathname === '/') return page();
      if (pathname === '/texts') return json(texts);
      if (pathname === '/view') return json(actions.view());
      if (!file) return empty(404);
      const content = await readFile(join(folder, file.name));
      return new Response(new Uint8Array(content), {
        headers: { ...headers, 'content-type': file.type },
      });
    }
    if (request.method !== 'POST') return empty(405);
    switch (pathname) {
      case '/own':
        actions.useOwn();
        return empty(204);
      case '/retry':
        await actions.retry();
        return empty(204);
      case '/connect': {
        const input = connectSchema.safeParse(await request.json().catch(() => null));
        if (!input.success) return empty(400);
        return json(await actions.connect(input.data.address, input.data.key));
      }
      default:
        return empty(404);
    }
  };
};

/** The texts of the page by name; the page fills in parameters itself. */
const textsOf = (text: ConnectionTexts, app: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(text).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ),
  app,
  chooseTitle: text.chooseTitle(app),
  chooseText: text.chooseText(app),
  serverText: text.serverText(app),
  compareText: text.compareText(app),
  compareTitle: text.compareTitle('{host}'),
  changedTitle: text.changedTitle('{host}'),
  version: text.version('{version}'),
});
