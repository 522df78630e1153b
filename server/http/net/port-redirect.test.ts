import { expect, test } from 'vitest';

import { findFreePort } from './free-port.ts';
import { startPortRedirect } from './port-redirect.ts';

test('the previous port redirects pages and programs, and of an open page only the question for its health', async () => {
  const port = await findFreePort(26_000, '127.0.0.1');
  const stop = await startPortRedirect({ host: '127.0.0.1', port, certificate: null }, port + 1);
  const ask = async (headers: Record<string, string> = {}, path = '/library/1?page=2') => {
    const address = `http://127.0.0.1:${port}${path}`;
    const { status, headers: answer } = await fetch(address, { headers, redirect: 'manual' });
    return { status, location: answer.get('location'), kept: answer.get('cache-control') };
  };
  try {
    const moved = {
      status: 307,
      location: `http://127.0.0.1:${port + 1}/library/1?page=2`,
      kept: 'no-store',
    };
    expect(await ask()).toEqual(moved);
    expect(await ask({ 'sec-fetch-dest': 'document' })).toEqual(moved);
    expect(await ask({ 'sec-fetch-dest': 'empty' }, '/api/v1/health')).toEqual({
      ...moved,
      location: `http://127.0.0.1:${port + 1}/api/v1/health`,
    });
    for (const destination of ['empty', 'script', 'style', 'image', 'font', 'worker']) {
      expect(await ask({ 'sec-fetch-dest': destination }), destination).toEqual({
        status: 503,
        location: null,
        kept: 'no-store',
      });
    }
  } finally {
    await stop();
  }
});
