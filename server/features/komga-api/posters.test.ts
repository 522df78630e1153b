import { beforeAll, describe, expect, it } from 'vitest';

import type { Json } from '../../conformance/fixture.ts';
import { asAdmin, useKomga } from '../../testing/komga-client.ts';
import { pngPage } from '../../testing/zip.ts';

const { server, client } = useKomga();

const ask = (method: string, path: string, body?: BodyInit) =>
  client({ headers: asAdmin }).ask(path, { method, ...(body === undefined ? {} : { body }) });
const list = async (path: string) => (await (await ask('GET', path)).json()) as Json[];
const poster = (width: number) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(pngPage(width, 150))], { type: 'image/png' }), 'p.png');
  return form;
};

beforeAll(() => server().send('PUT', '/auth/me/apps', { apps_can_change: true }));

const pathOf: Record<string, () => Promise<string>> = {
  series: async () => `/api/v1/series/${await server().idOf('Akira')}/thumbnails`,
  books: async () => {
    const { data } = await server().get<{ data: { id: string }[] }>('/books?pageSize=1');
    return `/api/v1/books/${data[0]?.id ?? ''}/thumbnails`;
  },
  collections: async () => {
    const body = { name: crypto.randomUUID(), series_ids: [await server().idOf('Akira')] };
    const { body: made } = await server().send<{ id: string }>('POST', '/collections', body);
    return `/api/v1/collections/${made.id}/thumbnails`;
  },
};

describe.each(Object.entries(pathOf))('a poster of %s', (_kind, path) => {
  it('is uploaded, shown beside the generated one, kept beside another, and deleted', async () => {
    const posters = await path();
    expect(await list(posters)).toMatchObject([{ type: 'GENERATED', selected: true }]);
    const uploaded = (await (await ask('POST', posters, poster(100))).json()) as { id: string };
    expect(uploaded).toMatchObject({ type: 'USER_UPLOADED', selected: true });
    expect(await list(posters)).toMatchObject([
      { type: 'GENERATED', selected: false },
      { id: uploaded.id, type: 'USER_UPLOADED', selected: true, width: 100, height: 150 },
    ]);
    const [generated] = await list(posters);
    const images = await Promise.all(
      [generated?.['id'] as string, uploaded.id].map(async (id) =>
        (await ask('GET', `${posters}/${id}`)).bytes(),
      ),
    );
    expect(images[0]).not.toEqual(images[1]);

    const second = (await (await ask('POST', posters, poster(90))).json()) as { id: string };
    const ids = [generated?.['id'], uploaded.id, second.id];
    expect((await list(posters)).map(({ id }) => id)).toEqual(ids);
    expect((await list(posters)).map(({ selected }) => selected)).toEqual([false, false, true]);
    expect((await ask('PUT', `${posters}/${uploaded.id}/selected`)).status).toBe(202);
    expect((await list(posters)).map(({ selected }) => selected)).toEqual([false, true, false]);
    const other = await ask('GET', `${posters}/${second.id}`);
    expect(other.headers.get('content-type')).toBe('image/webp');
    expect((await ask('PUT', `${posters}/${second.id}/selected`)).status).toBe(202);
    // A client deletes the one before after it has uploaded another.
    expect((await ask('DELETE', `${posters}/${uploaded.id}`)).status).toBe(202);
    expect(await list(posters)).toHaveLength(2);
    expect((await ask('DELETE', `${posters}/${second.id}`)).status).toBe(202);
    expect(await list(posters)).toMatchObject([{ type: 'GENERATED', selected: true }]);
  });

  it('is replaced by the generated one when that is chosen', async () => {
    const posters = await path();
    await ask('POST', posters, poster(80));
    const [generated] = await list(posters);
    const id = generated?.['id'] as string;
    expect((await ask('PUT', `${posters}/${id}/selected`)).status).toBe(202);
    expect(await list(posters)).toMatchObject([
      { id, type: 'GENERATED', selected: true },
      { type: 'USER_UPLOADED', selected: false },
    ]);
    expect((await ask('DELETE', `${posters}/${id}`)).status).toBe(400);
  });

  it('that is not an image, too large or cannot be shown is refused', async () => {
    const posters = await path();
    const text = new FormData();
    text.set('file', new Blob(['no image']), 'p.png');
    expect((await ask('POST', posters, text)).status).toBe(400);
    expect((await ask('POST', posters, new FormData())).status).toBe(400);
    expect((await ask('PUT', `${posters}/nope/selected`)).status).toBe(404);
    expect((await ask('DELETE', `${posters}/nope`)).status).toBe(404);
    const [first] = await list(posters);
    expect(first).toMatchObject({ type: 'GENERATED', selected: true });
  });
});
