import path from 'node:path';

import { createLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { updateSharing } from '../../shared/api/sharing.ts';
import { generateLibrary } from '../support/library.ts';
import { startOctavo } from '../support/server.ts';
import { showsPage } from './comic-stories.ts';
import { everywhere, type Story } from './story.ts';

export const serverStories: readonly Story[] = [
  {
    flow: 'Pairing: the code of a phone',
    sizes: everywhere,
    tell: async (person, { client }) => {
      await person.opens('/settings/devices');
      await person.sees('No paired devices yet');
      await person.click('button', 'Pair a phone');
      await person.click('button', 'Turn on');
      await person.find('img', 'Pairing code for the phone’s camera');
      // As it was, for the next size.
      await client.call(updateSharing, { body: { enabled: false } });
    },
  },
  {
    flow: 'Scan: what is found appears by itself',
    sizes: everywhere,
    tell: async (person, { client, folder }, size) => {
      const name = `New on ${size}`;
      const root = generateLibrary(path.join(folder, `${name}-${person.engine}`), 3);
      const library = await client.call(createLibrary, { body: { name, path: root } });
      await person.opens(`/library/${library.id}`);
      await person.sees(name);
      await client.call(startScan, { params: { id: library.id } });
      await person.sees('Series 00001');
    },
  },
  {
    flow: 'Offline: a kept book without the server',
    sizes: everywhere,
    tell: async (person, house) => {
      const book = house.book('Potion of Flight');
      await person.opens(`/book/${book}`);
      await person.click('button', 'More ways to read');
      await person.click('menuitem', 'Download to this device');
      await person.goes('/downloads');
      await person.sees('available offline');
      await person.until(
        'the service worker',
        async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
      );
      const { port } = new URL(house.server.url);
      await house.server.stop();
      try {
        await person.opens(`/read/${book}?page=1`);
        await showsPage(person, 1);
      } finally {
        house.server = await startOctavo(path.join(house.folder, 'data'), ['--port', port]);
      }
    },
  },
];
