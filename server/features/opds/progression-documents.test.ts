import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Progress } from '../../../shared/api/progress-record.ts';
import { opdsSchemas } from '../../testing/opds-schemas.ts';
import { startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';

let library: OpdsLibrary;
beforeAll(async () => {
  library = await startOpdsLibrary();
}, 90_000);
afterAll(() => library.stop());

const type = 'application/opds-progression+json';
const contest = 'Pepper & Carrot 006 - The Potion Contest (2015).cbz';
const rainbow = 'Pepper & Carrot 002 - Rainbow potions (2014).cbz';
const alice = "Alice's Adventures in Wonderland - Lewis Carroll.epub";
const paper = 'Paper 1.pdf';
const thorium = { id: 'urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a', name: 'Thorium' };

/** A document that conforms to the draft's schema. */
interface Document {
  title?: string;
  modified: string;
  device: { id: string; name: string };
  progression: number;
  references?: string[];
}

/** Found by the relation and the media type, as the draft says. */
const serviceOf = async (filename: string): Promise<string> => {
  const response = await library.get(`/opds/v2/books/${library.book(filename).id}`);
  const { links } = (await response.json()) as {
    links: { rel: string; type: string; href: string }[];
  };
  const link = links.find(({ rel }) => rel === 'http://opds-spec.org/progression');
  expect(link?.type).toBe(type);
  return link?.href ?? '';
};
const send = (path: string, body: object | string, headers: Record<string, string> = {}) =>
  library.get(path, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${library.octavo.token}`,
      accept: type,
      'content-type': type,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const read = async (response: Response): Promise<Document> => {
  expect(response.headers.get('content-type')).toBe(type);
  const document = (await response.json()) as Document;
  expect(opdsSchemas[type](document)).toEqual([]);
  return document;
};
const progressOf = async (filename: string): Promise<Partial<Progress>> => {
  const { id } = library.book(filename);
  return (await (await library.octavo.request(`/books/${id}/progress`)).json()) as Progress;
};

describe('OPDS Progression', () => {
  it('is offered by both versions, only to those who keep progress', async () => {
    const { id, series_id } = library.book(contest);
    const link = `/books/${id}/progress`;
    const addresses = ['/opds/v1.2', '/opds/v2', '/komga/opds/v1.2', '/komga/opds/v2'];
    for (const root of addresses) {
      const feed = async (init?: RequestInit) =>
        (await library.get(`${root}/series/${series_id}`, init)).text();
      expect(await feed()).toContain(`${root}${link}"`);
      expect((await library.get(root + link)).status).toBe(200);
      const headers = await library.keyWith(['series-read', 'books-read', 'progress-read']);
      expect(await feed({ headers })).not.toContain(link);
    }
  });

  it('is an empty 200 until the book is begun, and 201 when it is', async () => {
    const path = await serviceOf(alice);
    const none = await library.get(path, { headers: { ...(await keyHeaders()), accept: type } });
    expect([none.status, await none.text()]).toEqual([200, '']);

    const sent = { modified: '2026-01-27T11:00:00Z', device: thorium, progression: 0.4 };
    const created = await send(path, { title: 'Chapter 5', ...sent, references: ['x.html#p1'] });
    expect(created.status).toBe(201);
    const document = await read(created);
    expect(document).toMatchObject(sent);
    expect(await read(await library.get(path))).toEqual(document);
    // The draft wants references to the part; Alice has one file for each chapter.
    expect(document.references).toEqual([expect.stringMatching(/^[\w%./-]+\.x?html$/)]);

    const { current_page = 0, page_count = 0, device } = await progressOf(alice);
    expect(current_page).toBe(Math.floor(0.4 * page_count) + 1);
    expect(device).toEqual(thorium);
  });

  it('keeps a text exactly, so that a client that asks again does not move', async () => {
    const path = await serviceOf(alice);
    for (const [second, progression] of [0, 0.123_456, 0.5, 0.987_654].entries()) {
      const modified = `2026-01-28T11:00:0${second}Z`;
      const response = await send(path, { modified, device: thorium, progression });
      expect([response.status, (await read(response)).progression]).toEqual([200, progression]);
    }
    // The web app finds the same place by the locator that is kept.
    const { location } = await progressOf(alice);
    expect(JSON.parse(location ?? '')).toMatchObject({
      locations: { totalProgression: 0.987_654, progression: expect.any(Number) as number },
    });
  });

  it('completes a book at 1, and says so by 1 without a reference', async () => {
    for (const filename of [alice, rainbow]) {
      const path = await serviceOf(filename);
      const body = { modified: '2026-01-29T11:00:00Z', device: thorium, progression: 1 };
      const document = await read(await send(path, body));
      expect(document.progression).toBe(1);
      expect(document.references).toBeUndefined();
      expect(await progressOf(filename)).toMatchObject({ is_completed: true, percentage: 1 });
    }
  });

  it('returns every page of a comic to the page that it came from', async () => {
    const path = await serviceOf(contest);
    const { page_count } = library.book(contest);
    for (let page = 1; page <= page_count; page++) {
      const second = String(page).padStart(2, '0');
      // The start of the page in 32 bits, as some clients compute.
      const progression = Math.fround((page - 1) / page_count);
      const modified = `2026-02-01T11:00:${second}Z`;
      const document = await read(await send(path, { modified, device: thorium, progression }));
      expect((await progressOf(contest)).current_page).toBe(page);
      const isLast = page === page_count;
      expect(document.progression).toBeCloseTo(isLast ? 1 : (page - 1) / page_count, 6);
    }
    const named = { modified: '2026-02-02T11:00:00Z', device: thorium, progression: 0.9 };
    await send(path, { ...named, references: ['#page=99', '#page=3'] });
    expect((await progressOf(contest)).current_page).toBe(3);
    await library.octavo.request(`/books/${library.book(paper).id}/progress`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current_page: 1, is_completed: false }),
    });
    const ofPdf = await read(await library.get(await serviceOf(paper)));
    expect(ofPdf).toMatchObject({ progression: 0, references: ['#page=1'] });
  });

  it('says what was read elsewhere, with an address for devices that have none', async () => {
    const { id } = library.book('Many 2.cbz');
    const komga = await library.get(`/komga/api/v1/books/${id}/read-progress`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${library.octavo.token}`,
        'content-type': 'application/json',
        'user-agent': 'Some Reader/1.0 (Android)',
      },
      body: JSON.stringify({ page: 1, completed: true }),
    });
    expect(komga.status).toBe(204);
    const document = await read(await library.get(await serviceOf('Many 2.cbz')));
    expect(document.progression).toBe(1);
    expect(document.modified).toMatch(/^[\d-]+T[\d:]+Z$/);
  });

  it('refuses with problem details', async () => {
    const path = await serviceOf('Many 3.cbz');
    const good = { modified: '2026-03-01T11:00:00Z', device: thorium, progression: 0 };
    expect((await send(path, good)).status).toBe(201);
    const registry = 'https://registry.opds.io/error#';
    const problemOf = async (response: Response) => {
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      const { type: kind, title, status } = (await response.json()) as Record<string, unknown>;
      expect(title).toEqual(expect.stringMatching(/\w/));
      return [status, kind];
    };
    const stale = await send(path, { ...good, modified: '2026-02-28T11:00:00Z' });
    expect(await problemOf(stale)).toEqual([409, `${registry}progression-date`]);
    const wrong = [
      '{',
      '[]',
      {},
      { ...good, progression: 1.01 },
      { ...good, progression: -0.1 },
      { ...good, progression: '0.5' },
      { ...good, progression: null },
      { ...good, modified: 'yesterday' },
      { ...good, device: 'phone' },
      { ...good, references: '#page=1' },
    ];
    for (const body of wrong) {
      const problem = await problemOf(await send(path, body));
      expect(problem).toEqual([400, `${registry}progression-invalid-payload`]);
    }
    const text = await send(path, 'x', { 'content-type': 'text/plain' });
    expect(await problemOf(text)).toEqual([415, 'about:blank']);
    const nobody = path.replace(/[^/]+(?=\/progress$)/, '01900000-0000-7000-8000-000000000000');
    expect(await problemOf(await library.get(nobody))).toEqual([404, 'about:blank']);
    const unknown = await send(nobody, { ...good, modified: '2026-03-02T11:00:00Z' });
    expect(await problemOf(unknown)).toEqual([404, 'about:blank']);
    const reader = await library.keyWith(['books-read', 'progress-read']);
    const forbidden = await library.get(path, { method: 'PUT', headers: reader });
    expect(await problemOf(forbidden)).toEqual([403, 'about:blank']);
    const anonymous = await library.get(path, { headers: {} });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get('content-type')).toBe('application/opds-authentication+json');
    const other = await library.get(path, { method: 'DELETE' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
  });
});

const keyHeaders = () => library.keyWith(['books-read', 'pages-read', 'progress-read']);
