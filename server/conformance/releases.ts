import { join } from 'node:path';

import { beforeAll, expect } from 'vitest';

import { connect } from '../database/database.ts';
import { timestamp, uuid } from './formats.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

/** The fields of a release ledger entry, as returned by its list. */
export const releases: DescribeArea = ({ describeRow }, fixture) => {
  let sourceId: string;
  let seriesId: string;
  beforeAll(async () => {
    const source = { display_name: 'Feed', source_tag: 'feed', url: 'http://127.0.0.1:9/feed' };
    sourceId = (await fixture().send<{ id: string }>('POST', '/release-sources', source)).body.id;
    seriesId = await fixture().idOf('Akira');
  });

  let number = 0;
  const record = (fields: Json = {}) => {
    number += 1;
    const payloadUrl = `https://example.org/releases/${number}`;
    const externalReleaseId = `feed:${number}`;
    const body = { seriesId, sourceId, externalReleaseId, payloadUrl, ...fields };
    return fixture().send<{ id: string }>('POST', '/releases', body);
  };
  /** Records a release; returns its ledger entry. */
  const entry = async (fields: Json = {}): Promise<Json> => {
    const { status, body } = await record(fields);
    expect(status).toBe(201);
    const found = (await fixture().list('/releases?pageSize=500')).find(({ id }) => id === body.id);
    if (!found) throw new Error('The release is not in the ledger');
    return found;
  };
  /** Verifies that a field stores these values and null, is null by default, and rejects others. */
  const proveNullable = (field: string, shows: string, values: unknown[], wrong: unknown) =>
    describeRow(`Release ledger entry: ${field}`, shows, async () => {
      for (const value of [...values, null]) {
        expect(await entry({ [field]: value })).toMatchObject({ [field]: value });
      }
      expect(await entry()).toMatchObject({ [field]: null });
      expect((await record({ [field]: wrong })).status).toBe(400);
    });
  const row = (field: string) => `Release ledger entry: ${field}`;

  describeRow(row('id'), 'the UUID of the entry', async () => {
    const { id } = await entry();
    expect(id).toMatch(uuid);
    expect((await entry()).id).not.toBe(id);
  });

  describeRow(row('seriesId'), 'the UUID of its series', async () => {
    expect(await entry()).toMatchObject({ seriesId });
    expect(seriesId).toMatch(uuid);
    expect((await record({ seriesId: undefined })).status).toBe(400);
  });

  describeRow(row('seriesTitle'), 'the title of the series when the ledger is read', async () => {
    const { id, seriesTitle } = await entry();
    expect(seriesTitle).toBe('Akira');
    const database = connect(join(fixture().dataDir, 'octavo.db'));
    const rename = database.prepare('UPDATE series SET name = ? WHERE id = ?');
    rename.run('AKIRA (new edition)', seriesId);
    const coverage = await fixture().list('/releases?pageSize=500');
    rename.run('Akira', seriesId);
    database.close();
    expect(coverage.find((release) => release.id === id)).toMatchObject({
      seriesTitle: 'AKIRA (new edition)',
    });
  });

  describeRow(row('sourceId'), 'the UUID of its feed', async () => {
    expect(await entry()).toMatchObject({ sourceId });
    expect(sourceId).toMatch(uuid);
    expect((await record({ sourceId: undefined })).status).toBe(400);
  });

  describeRow(
    row('externalReleaseId'),
    '`<source_tag>:<number>`; sending it again creates no second entry',
    async () => {
      const { id, externalReleaseId } = await entry({ externalReleaseId: 'feed:900' });
      expect(externalReleaseId).toBe('feed:900');
      const again = await record({ externalReleaseId: 'feed:900' });
      expect([again.status, again.body.id]).toEqual([200, id]);
      expect((await record({ externalReleaseId: 'without a number' })).status).toBe(400);
      expect((await record({ externalReleaseId: undefined })).status).toBe(400);
    },
  );

  describeRow(row('payloadUrl'), 'the page that offers the release', async () => {
    const payloadUrl = 'https://example.org/akira/12';
    expect(await entry({ payloadUrl })).toMatchObject({ payloadUrl });
    expect((await record({ payloadUrl: 'no address' })).status).toBe(400);
    expect((await record({ payloadUrl: undefined })).status).toBe(400);
  });

  describeRow(
    row('state'),
    'announced at first, then dismissed, marked_acquired or hidden, and nothing else',
    async () => {
      const { id, state } = await entry();
      expect(state).toBe('announced');
      const change = async (status: string) =>
        (await fixture().send('PATCH', `/releases/${String(id)}`, { state: status })).status;
      for (const other of ['dismissed', 'marked_acquired', 'hidden']) {
        expect([other, await change(other)]).toEqual([other, 200]);
        const there = await fixture().list(`/releases?state=${other}`);
        expect(there.map((release) => release.id)).toContain(id);
        expect(await change('announced')).toBe(200);
      }
      expect(await change('lost')).toBe(400);
    },
  );

  describeRow(row('confidence'), 'a number, 0 to 1, with decimals', async () => {
    expect(await entry({ confidence: 0.75 })).toMatchObject({ confidence: 0.75 });
    expect(typeof (await entry()).confidence).toBe('number');
    expect((await record({ confidence: 1.5 })).status).toBe(400);
  });

  describeRow(row('observedAt'), 'when it was detected; by default, now', async () => {
    const observedAt = '2026-01-15T10:30:00.000Z';
    expect(await entry({ observedAt })).toMatchObject({ observedAt });
    const before = new Date().toISOString();
    const unsaid = await entry();
    expect(unsaid.observedAt).toMatch(timestamp);
    expect(String(unsaid.observedAt) >= before).toBe(true);
  });

  describeRow(row('createdAt'), 'when the entry was created', async () => {
    const before = new Date().toISOString();
    const { createdAt } = await entry({ observedAt: '2026-01-15T10:30:00.000Z' });
    expect(createdAt).toMatch(timestamp);
    expect(String(createdAt) >= before).toBe(true);
  });

  proveNullable(
    'releasedAt',
    'when it was published; null if unknown',
    ['2026-01-14T00:00:00.000Z'],
    'yesterday',
  );

  const spans = [
    [{ start: 12.5, end: 12.5 }],
    [
      { start: 1, end: 8 },
      { start: 10, end: 10 },
    ],
  ];
  proveNullable(
    'chapters',
    'ranges from start to end, including decimals; null if the title names none',
    spans,
    [{ start: 1 }],
  );
  proveNullable(
    'volumes',
    'ranges from start to end, including decimals; null if the title names none',
    spans,
    [{ end: 1 }],
  );

  describeRow(row('formatHints'), 'an object of any hints; empty if there are none', async () => {
    const formatHints = { jxl: true, container: 'cbz' };
    expect(await entry({ formatHints })).toMatchObject({ formatHints });
    expect((await entry()).formatHints).toEqual({});
    expect((await record({ formatHints: 'jxl' })).status).toBe(400);
  });

  proveNullable('groupOrUploader', 'the releaser, or null', ['Night Owls'], 7);
  proveNullable('infoHash', 'the hash of a torrent, or null', ['a'.repeat(40)], 7);
  proveNullable('language', 'its language, or null', ['en', 'pt-BR'], 7);

  describeRow(
    [row('mediaUrl'), row('mediaUrlKind')],
    'an address of the release itself and its kind, torrent, magnet, direct or other: both or neither',
    async () => {
      const mediaUrl = 'magnet:?xt=urn:btih:1';
      for (const mediaUrlKind of ['torrent', 'magnet', 'direct', 'other']) {
        const pair = { mediaUrl, mediaUrlKind };
        expect(await entry(pair)).toMatchObject(pair);
      }
      expect(await entry()).toMatchObject({ mediaUrl: null, mediaUrlKind: null });
      expect((await record({ mediaUrl })).status).toBe(400);
      expect((await record({ mediaUrlKind: 'magnet' })).status).toBe(400);
      expect((await record({ mediaUrl, mediaUrlKind: 'letter' })).status).toBe(400);
    },
  );

  describeRow(row('metadata'), 'an object with any content; empty if there is none', async () => {
    const metadata = { seeders: 12, category: { name: 'Manga' } };
    expect(await entry({ metadata })).toMatchObject({ metadata });
    expect((await entry()).metadata).toEqual({});
    expect((await record({ metadata: 'text' })).status).toBe(400);
  });
};
