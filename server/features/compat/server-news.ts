import { compatRoute, type CompatRoute } from './route.ts';

/** What web clients of the format ask about the server itself; there is nothing to tell. */
export const compatServerRoutes = ({ version }: { version: string }): CompatRoute[] => {
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
    get('/actuator/info', { build: { name: 'octavo', version } }),
  ];
};
