import { compatRoute, type CompatRoute } from './route.ts';

/** Questions of web clients about the server itself. There are no announcements, releases or fonts. */
export const compatServerRoutes = ({
  version,
  builtAt,
}: {
  version: string;
  builtAt: Date;
}): CompatRoute[] => {
  const get = (path: string, answer: unknown) =>
    compatRoute({ method: 'GET', path, needs: [] }, () => answer);
  return [
    get('/api/v1/announcements', {
      version: 'https://jsonfeed.org/version/1',
      title: 'Announcements',
      home_page_url: null,
      description: null,
      items: [],
    }),
    get('/api/v1/releases', []),
    get('/api/v1/fonts/families', []),
    get('/actuator/info', serverInfo(version, builtAt.toISOString())),
  ];
};

/** Uses the version as branch and commit, because a shipped build knows no repository. */
const serverInfo = (version: string, time: string) => ({
  git: { branch: `v${version}`, commit: { id: version, time } },
  build: { artifact: 'octavo', name: 'octavo', version, time, group: 'octavo' },
});
