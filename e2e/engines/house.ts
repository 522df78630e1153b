import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import type { Client } from '../../shared/client.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { setUp, startOctavo, type Octavo } from '../support/server.ts';

const folders = {
  Comics: 'library/Comics/Pepper & Carrot',
  Manga: 'library/Manga/ハルコさんの彼氏',
  Webtoons: 'library/Webtoons/Pepper & Carrot (long strip)',
  Books: 'library/Books',
  PDF: 'library/PDF/pdf.js samples',
};

export interface House {
  server: Octavo;
  client: Client;
  folder: string;
  libraries: Readonly<Record<string, string>>;
  /** The id of a book by a part of its title or file name. */
  book(part: string): string;
}

/** A server with a library of each kind, for all stories of one engine. */
export const openHouse = async (folder: string): Promise<House> => {
  const server = await startOctavo(path.join(folder, 'data'));
  const client = await setUp(server);
  const libraries: Record<string, string> = {};
  for (const [name, from] of Object.entries(folders)) {
    const root = path.join(folder, name);
    copyFixtures(from, name === 'Books' ? root : path.join(root, path.basename(from)));
    libraries[name] = (await scanLibrary(client, name, root)).library.id;
  }
  const { data } = await client.call(listBooks, { query: { pageSize: 500 } });
  return {
    server,
    client,
    folder,
    libraries,
    book: (part) => {
      const found = data.find(
        ({ title, path: file }) => title.includes(part) || file.includes(part),
      );
      if (!found) throw new Error(`The library has no book ${part}`);
      return found.id;
    },
  };
};
