import { expect, test } from 'vitest';

import { findFreePort } from './free-port.ts';
import { startPortRedirect } from './port-redirect.ts';

test('the previous port redirects pages and programs, and no script, style or image of an open page', async () => {
  const port = await findFreePort(26_000, '127.0.0.1');
  const stop = await startPortRedirect({ host: '127.0.0.1', port, certificate: null }, port + 1);
  const ask = async (headers: Record<string, string> = {}) => {
    const address = `http://127.0.0.1:${port}/library/1?page=2`;
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
    expect(await ask({ 'sec-fetch-dest': 'empty' })).toEqual(moved);
    for (const destination of ['script', 'style', 'image', 'font', 'worker']) {
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
