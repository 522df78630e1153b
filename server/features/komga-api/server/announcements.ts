import { z } from 'zod';

import { komgaRoute, type KomgaRoute } from '../route.ts';

/** Endpoints about the server itself. Announcements, releases and fonts are always empty. */
export const komgaServerRoutes = ({
  version,
  builtAt,
}: {
  version: string;
  builtAt: Date;
}): KomgaRoute[] => {
  const get = (path: string, answer: unknown) =>
    komgaRoute({ method: 'GET', path, needs: [] }, () => answer);
  return [
    get('/api/v1/announcements', {
      version: 'https://jsonfeed.org/version/1',
      title: 'Announcements',
      home_page_url: '',
      description: '',
      items: [],
    }),
    // There are none that could be marked as read.
    komgaRoute(
      {
        method: 'PUT',
        path: '/api/v1/announcements',
        needs: ['system-admin'],
        admin: true,
        body: z.array(z.string()),
      },
      () => undefined,
    ),
    get('/api/v1/releases', []),
    get('/api/v1/fonts/families', []),
    get('/actuator/info', serverInfo(version, builtAt.toISOString())),
  ];
};

/** Reports the version as branch and commit, because a packaged build has no repository. */
const serverInfo = (version: string, time: string) => ({
  git: { branch: `v${version}`, commit: { id: version, time } },
  build: { artifact: 'octavo', name: 'octavo', version, time, group: 'octavo' },
});
