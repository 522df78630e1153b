import { createServer } from 'node:net';

const attempts = 50;

/** The first unused port from `preferred` on; 0 (any) if 50 are taken. */
export const findFreePort = async (preferred: number, host: string): Promise<number> => {
  const last = Math.min(preferred + attempts - 1, 65_535);
  for (let port = preferred; port <= last; port++) {
    if (await isFree(port, host)) return port;
  }
  return 0;
};

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
