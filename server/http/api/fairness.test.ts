import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { initializeSetup } from '../../../shared/api/setup.ts';
import { createClient } from '../../../shared/client.ts';
import { packArchive } from '../../testing/archives.ts';
import { untilIdle } from '../../testing/idle.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { writePdf } from '../../testing/pdf.ts';
import { serve } from '../../testing/serve.ts';
import { admin } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

/** Tolerance for a machine with more work than cores, ms. */
const floorMs = 250;
const archives = 60;

const root = mkdtempSync(join(tmpdir(), 'octavo-fair-'));
let octavo: ReturnType<typeof serve>;
let url: string;
/** A second server without a flood, which measures the speed of the machine at that moment. */
let control: ReturnType<typeof serve>;
let controlUrl: string;
const ids = new Map<string, string>();
const people: Record<'ann' | 'eve', { authorization: string; address: string }> = {
  ann: { authorization: '', address: '127.0.0.2' },
  eve: { authorization: '', address: '127.0.0.3' },
};

interface Answer {
  status: number;
  took: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request from a separate loopback address per user. */
const ask = (
  who: keyof typeof people,
  path: string,
  body?: unknown,
  base: string = url,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const { authorization, address } = people[who];
    const sent = httpRequest(
      `${base}/api/v1${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        localAddress: address,
        agent: false,
        headers: {
          'content-type': 'application/json',
          ...(path !== '/auth/login' && { authorization }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('latin1').on('data', (chunk: string) => {
          if (text.length < 1000) text += chunk;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            took: performance.now() - begun,
            headers: response.headers,
            body: text,
          }),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

beforeAll(async () => {
  const dataDir = join(root, 'data');
  const shelf = join(root, 'shelf');
  // A separate process, so that the measurement does not affect the server.
  octavo = serve(dataDir);
  url = await octavo.url;
  const anonymous = createClient({ baseUrl: url, fetch });
  const { access_token: token } = await anonymous.call(initializeSetup, { body: admin });
  const headers = () => ({ authorization: `Bearer ${token}` });
  const api = createClient({ baseUrl: url, fetch, headers });
  for (const name of ['ann', 'eve'] as const) {
    Object.assign(people[name], await addUser(dataDir, { username: name, role: 'reader' }));
  }
  const noise = { width: 2000, height: 2000, channels: 3 as const };
  const image = await sharp({
    create: { ...noise, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();
  writeCbz(
    join(shelf, 'Images', 'Images.cbz'),
    Array.from({ length: 4 }, (_, index) => ({ name: `${index}.jpg`, data: image })),
  );
  writeCbz(join(shelf, 'Images', 'Small.cbz'), 3);
  const folder = join(root, 'pages');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '1.jpg'), image);
  const packed = join(root, 'Archive.cb7');
  packArchive(packed, folder, ['1.jpg'], '-t7z');
  for (const name of ['Shared', 'Other']) {
    writePdf(join(shelf, 'Papers', `${name}.pdf`), [
      [1200, 1600],
      [1200, 1601],
    ]);
  }
  mkdirSync(join(shelf, 'Archives'));
  for (let number = 0; number <= archives; number += 1) {
    cpSync(packed, join(shelf, 'Archives', `Archive ${number}.cb7`));
  }
  await api.call(createLibrary, {
    body: { name: 'Fair', path: shelf, scan_immediately: true },
  });
  await untilIdle(api);
  const { data } = await api.call(listBooks, { query: { pageSize: 500 } });
  for (const { filename, id } of data) ids.set(filename, id);
  const database = connect(join(dataDir, 'octavo.db'));
  database.transaction(() => {
    const library = seedLibrary(database, { name: 'Rows', path: join(root, 'nowhere') });
    for (let number = 0; number < 300; number += 1) {
      const series = seedSeries(database, library, { name: `Falcon ${number}` });
      for (let book = 0; book < 5; book += 1)
        seedBook(database, series, { title: `Harbour ${number} ${book}` });
    }
  })();
  database.close();
  octavo.child.kill('SIGTERM');
  await octavo.ended;
  cpSync(dataDir, join(root, 'control'), { recursive: true });
  octavo = serve(dataDir);
  control = serve(join(root, 'control'));
  [url, controlUrl] = await Promise.all([octavo.url, control.url]);
  // The password is checked once, then cached.
  for (const base of [url, controlUrl]) {
    for (const name of ['ann', 'eve'] as const) {
      expect((await ask(name, '/auth/me', undefined, base)).status).toBe(200);
    }
  }
}, 180_000);
afterAll(async () => {
  for (const { child, ended } of [octavo, control]) {
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(root, { recursive: true, force: true });
});

const page = (name: string, query = '') => `/books/${ids.get(name) ?? name}/pages/1${query}`;
const longFilter = (value: string) => ({
  condition: {
    anyOf: Array.from({ length: 200 }, (_, index) => ({
      title: { operator: 'contains', value: `${value} ${index}` },
    })),
  },
});

interface Resource {
  /** The requests that one user sends all at once; the other repeats them with other numbers. */
  send: (who: keyof typeof people, index: number, base?: string) => Promise<Answer>;
  flood: number;
  /**
   * Number of answers to the flood that another person's request can wait for, in the median, even if it takes long:
   * about twice what it waits for in turns, and a fraction of what is queued. 0 where too few are queued to tell.
   */
  ahead: number;
  refused: 429 | 503;
  /** A fast machine completes the flood; `read-gate.test.ts` tests its limit. */
  mayBeWhole?: true;
}

const resources: Record<string, Resource> = {
  'image work': {
    send: (who, index, base) =>
      ask(who, page('Images.cbz', `?width=${300 + index}&format=webp`), undefined, base),
    flood: 80,
    ahead: 14,
    refused: 503,
  },
  'long reads': {
    send: (who, index, base) => ask(who, '/books/list', longFilter(`${who} ${index}`), base),
    flood: 60,
    ahead: 4,
    refused: 503,
  },
  'password checks': {
    send: (who, index, base) =>
      who === 'ann'
        ? ask(who, '/auth/login', { username: `nobody ${index}`, password: 'a wrong password' })
        : ask(who, '/auth/login', { username: 'eve', password: 'a fine password' }, base),
    // More than allowed to fail, but few enough to be answered cheaply.
    flood: 30,
    // The dozen that are allowed to fail end within the tolerance, so that only refusals count.
    ahead: 30,
    refused: 429,
  },
  'file reads of a drive': {
    send: (who, _index, base) => ask(who, page('Small.cbz'), undefined, base),
    flood: 400,
    ahead: 16,
    refused: 503,
    mayBeWhole: true,
  },
  'drawing a PDF': {
    send: (who, index, base) =>
      ask(who, page('Shared.pdf', `?width=${600 + index}&format=jpeg`), undefined, base),
    flood: 150,
    ahead: 4,
    refused: 503,
  },
  'drawing PDFs while another is read': {
    send: (who, index, base) =>
      ask(
        who,
        page(who === 'eve' ? 'Other.pdf' : 'Shared.pdf', `?width=${300 + index}&format=jpeg`),
        undefined,
        base,
      ),
    flood: 150,
    ahead: 4,
    refused: 503,
  },
  '7-Zip': {
    send: (who, index, base) =>
      ask(who, page(`Archive ${who === 'eve' ? archives : index % archives}.cb7`), undefined, base),
    flood: archives,
    ahead: 2,
    refused: 503,
  },
};

const middle = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

test.each(Object.entries(resources))(
  'one who floods %s delays nobody else, and learns when to try again',
  async (_, { send, flood, ahead, refused, mayBeWhole = false }) => {
    let count = 1000;
    const measure = async (base: string) => {
      const answer = await send('eve', (count += 1), base);
      expect(answer.status, answer.body).toBe(200);
      return answer.took;
    };
    for (const base of [url, controlUrl]) await measure(base);

    let left = flood;
    let served = 0;
    const asked = Array.from({ length: flood }, async (_each, index) => {
      const answer = await send('ann', index).finally(() => (left -= 1));
      if (answer.status !== refused) served += 1;
      return answer;
    });
    const times: number[] = [];
    const idle: number[] = [];
    const before: number[] = [];
    // While the flood lasts; both are measured at the same moment.
    do {
      const earlier = served;
      times.push(await measure(url));
      before.push(served - earlier);
      idle.push(await measure(controlUrl));
    } while (left > 0 && times.length < 7);
    // On a busy machine, only the order of the responses is conclusive.
    if (middle(before) > ahead) {
      expect(middle(times)).toBeLessThanOrEqual(2 * middle(idle) + floorMs);
    }

    const answers = await Promise.all(asked);
    const late = answers.filter(({ status }) => status === refused);
    const others = answers.filter(({ status }) => ![200, 401, refused].includes(status));
    expect(others.map(({ body }) => body)).toEqual([]);
    expect(late.length > 0 || mayBeWhole, 'refused').toBe(true);
    for (const { headers, body } of late) {
      expect(headers['retry-after']).toMatch(/^\d+$/);
      expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/ /) as string });
    }
  },
  60_000,
);
