import path from 'node:path';

import { createLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { updateSharing } from '../../shared/api/sharing.ts';
import { generateLibrary } from '../support/library.ts';
import { startOctavo } from '../support/server.ts';
import { waitForComicPage } from './comic-stories.ts';
import { everywhere, type Story } from './story.ts';

export const serverStories: readonly Story[] = [
  {
    flow: 'Pairing: the code of a phone',
    sizes: everywhere,
    run: async (user, { client }) => {
      await user.open('/settings/devices');
      await user.see('No paired devices yet');
      await user.click('button', 'Pair a phone');
      await user.click('button', 'Turn on');
      await user.find('img', 'Pairing code for the phone’s camera');
      // As it was, for the next size.
      await client.call(updateSharing, { body: { enabled: false } });
    },
  },
  {
    flow: 'Scan: found series appear without a reload',
    sizes: everywhere,
    run: async (user, { client, folder }, size) => {
      const name = `New on ${size}`;
      const root = generateLibrary(path.join(folder, `${name}-${user.engine}`), 3);
      const library = await client.call(createLibrary, { body: { name, path: root } });
      await user.open(`/library/${library.id}`);
      await user.see(name);
      await client.call(startScan, { params: { id: library.id } });
      await user.see('Series 00001');
    },
  },
  {
    flow: 'Offline: a downloaded book without the server',
    sizes: everywhere,
    run: async (user, fixture) => {
      const book = fixture.book('Potion of Flight');
      await user.open(`/book/${book}`);
      await user.click('button', 'More ways to read');
      await user.click('menuitem', 'Download to this device');
      await user.navigate('/downloads');
      await user.see('available offline');
      await user.waitFor(
        'the service worker',
        async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
      );
      const { port } = new URL(fixture.server.url);
      await fixture.server.stop();
      try {
        await user.open(`/read/${book}?page=1`);
        await waitForComicPage(user, 1);
      } finally {
        fixture.server = await startOctavo(path.join(fixture.folder, 'data'), ['--port', port]);
      }
    },
  },
];
