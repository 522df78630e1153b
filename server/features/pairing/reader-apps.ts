import type { ReaderApp } from '../../../shared/api/pairing.ts';
import { qrCode } from '../../text/qr-code.ts';

type App = Pick<ReaderApp, 'id' | 'name' | 'protocol' | 'secret' | 'hint'>;

const apps: readonly App[] = [
  {
    id: 'mihon',
    name: 'Mihon, Tachiyomi, Suwayomi',
    protocol: 'komga',
    secret: 'api-key',
    hint: 'Install the extension Komga, open its settings and fill in address and API key.',
  },
  {
    id: 'kmreader',
    name: 'KMReader',
    protocol: 'komga',
    secret: 'api-key',
    hint: 'Add a server and choose API key.',
  },
  {
    id: 'paperback',
    name: 'Paperback',
    protocol: 'komga',
    secret: 'password',
    hint: 'Add the source Komga; the e-mail address it asks for is your user name.',
  },
  {
    id: 'komelia',
    name: 'Komelia, Aidoku, Suwatte, Komic',
    protocol: 'komga',
    secret: 'password',
    hint: 'Add a Komga server.',
  },
  {
    id: 'panels',
    name: 'Panels, Chunky, Librera, Moon+ Reader',
    protocol: 'opds',
    secret: 'password',
    hint: 'Add an OPDS catalogue.',
  },
  {
    id: 'cantook',
    name: 'Cantook, Thorium',
    protocol: 'opds2',
    secret: 'password',
    hint: 'Add an OPDS 2 catalogue.',
  },
  {
    id: 'koreader-catalogue',
    name: 'KOReader, books',
    protocol: 'opds',
    secret: 'password',
    hint: 'Search, OPDS catalogue, then add one.',
  },
  {
    id: 'koreader-progress',
    name: 'KOReader, reading progress',
    protocol: 'koreader',
    secret: 'password',
    hint: 'In a book: Tools, Progress sync, Custom sync server; then Log in.',
  },
];

/**
 * Setup instructions for popular apps: what to type into which field. The client adds the API key.
 */
export const readerApps = ({
  server,
  komgaPrefix,
  username,
}: {
  /** Address without a trailing slash. */
  server: string;
  komgaPrefix: string;
  username: string;
}): Promise<ReaderApp[]> => {
  const paths: Record<ReaderApp['protocol'], string> = {
    komga: `/${komgaPrefix}`,
    opds: '/opds/v1.2/catalog',
    opds2: '/opds/v2/catalog',
    koreader: '/koreader',
  };
  return Promise.all(
    apps.map(async (app) => {
      const address = `${server}${paths[app.protocol]}`;
      const qr = await qrCode(address);
      return { ...app, address, username: app.secret === 'password' ? username : null, qr };
    }),
  );
};
