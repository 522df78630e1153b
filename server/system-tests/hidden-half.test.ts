import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { endpoints } from '../../shared/api/index.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { newId } from '../database/ids.ts';
import { requestTo, type ArbitraryRequest } from '../testing/arbitrary-request.ts';
import { checkedFetch } from '../testing/checked-fetch.ts';
import { startHiddenHalf, type HiddenHalf, type Person } from '../testing/hidden-half.ts';
import { marker } from '../testing/hidden-half-files.ts';
import { goalYear, type Half } from '../testing/hidden-half-records.ts';
import { traceStatements } from '../testing/traced-statements.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

let home: HiddenHalf;
/** Ids that no answer may name, unless the request did. */
let secretIds: Set<string>;
/** Hashes of the covers, pages and files of the hidden half. */
const secretBytes = new Set<string>();

/** Everybody sees shared smart lists and release sources, though not their results. */
const open = new Set(['smart-lists', 'release-sources', 'sourceId']);

beforeAll(async () => {
  home = await startHiddenHalf();
  const { hidden } = home;
  secretIds = new Set(Object.entries(hidden).flatMap(([kind, ids]) => (open.has(kind) ? [] : ids)));
  // The admin asks for everything first, so that all caches are warm.
  for (const id of hidden['books'] ?? []) {
    for (const path of ['thumbnail', 'file', 'pages/1', 'pages/2', 'pages/1?width=40']) {
      const response = await home.octavo.request(`/books/${id}/${path}`);
      if (response.ok) secretBytes.add(hashOf(await response.bytes()));
    }
  }
  // A file that is in both halves.
  for (const id of home.shown['books'] ?? []) {
    const response = await home.octavo.request(`/books/${id}/file`);
    secretBytes.delete(hashOf(await response.bytes()));
  }
  for (const endpoint of reading) {
    for (const request of [
      ...samples(endpoint, known(hidden)),
      ...samples(endpoint, known(home.shown)),
    ]) {
      await (await send(admin(), endpoint, request)).answer.body?.cancel();
    }
  }
});
afterAll(() => home.stop());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const admin = (): Person => ({
  name: 'admin',
  headers: { authorization: `Bearer ${home.octavo.token}` },
});

const known = (half: Half): Record<string, unknown[]> => ({
  ...half,
  ids: [...(half['series'] ?? []), ...(half['books'] ?? []), ...(half['releases'] ?? [])],
  page: [1],
  pageSize: [1, 50, 500],
  page_number: [1, 2],
  year: [goalYear],
  value: [...(half['libraries'] ?? []), marker, 'Plain genre', 'read'],
  search: [marker, 'plain'],
  fullTextSearch: [marker, 'alpha'],
  query: [marker, 'alpha'],
  operator: ['is', 'isNot', 'contains'],
  field: ['genre', 'tag', 'publisher', 'author', 'ageRating', 'format'],
  kind: ['gap', 'no_metadata', 'missing', 'broken'],
  folder: ['', 'Alpha', `${marker} Aged`],
});

/** Ending the session, or guessing passwords, would end the walk. */
const left = new Set(['logout', 'login', 'redeemTicket', 'redeemPairing', 'updateMe']);
const walked = endpoints.filter(({ id, stream }) => !left.has(id) && stream === undefined);
const readsByPost = /\/(list|ids|letters|search|export|preview)$/;
const isReading = ({ method, path }: Endpoint) =>
  method === 'GET' || (method === 'POST' && readsByPost.test(path));
const reading = walked.filter(isReading);

/** The path with each known id and no query, then others by the schema. */
const samples = (endpoint: Endpoint, values: Record<string, unknown[]>, count = 3) => {
  const area = endpoint.path.split('/')[1] ?? '';
  const names = [...endpoint.path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name ?? '');
  const first = /^(id|name)$/.test(names[0] ?? '') ? area : (names[0] ?? '');
  const body = endpoint.method === 'GET' ? null : '{}';
  const plain = (values[first] ?? (names.length === 0 ? [''] : [])).map(
    (value): ArbitraryRequest => ({
      path: endpoint.path.replace(/\{\+?(\w+)\}/g, (_, name: string) =>
        String(name === names[0] ? value : (values[name]?.[0] ?? newId())),
      ),
      headers: {},
      body,
    }),
  );
  const random = fc.sample(requestTo(endpoint, values), { seed: 20_261_123, numRuns: count });
  return [...plain.slice(0, 8), ...random];
};

const send = async (
  person: Person,
  endpoint: Endpoint,
  { path, headers, body }: ArbitraryRequest,
) => {
  const answer = await checkedFetch(`${home.octavo.url}/api/v1${path}`, {
    method: endpoint.method,
    headers: { ...headers, ...person.headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  return { answer, asked: path + (body ?? '') };
};

interface Answer {
  status: number;
  text: string;
  etag: string | null;
}

/** Facts about the hidden half in a response, beyond those in the request. */
const tells = (asked: string, text: string, bytes: Uint8Array): string[] => [
  ...(new RegExp(marker, 'i').test(text) && !new RegExp(marker, 'i').test(asked) ? [marker] : []),
  ...[...secretIds].filter((id) => text.includes(id) && !asked.includes(id)),
  ...(secretBytes.has(hashOf(bytes)) ? ['bytes of a hidden book'] : []),
];

const ask = async (person: Person, endpoint: Endpoint, request: ArbitraryRequest) => {
  const { answer, asked } = await send(person, endpoint, request);
  const bytes = await answer.bytes();
  const text = Buffer.from(bytes).toString('utf8');
  const headers = [...answer.headers].flat().join(' ');
  const found = tells(asked, `${headers} ${text}`, bytes);
  const name = `${endpoint.method} ${request.path}`;
  const problems = found.map(
    (what) => `${person.name}: ${name} tells ${what}: ${text.slice(0, 300)}`,
  );
  const seen: Answer = { status: answer.status, text, etag: answer.headers.get('etag') };
  return { name, problems, seen };
};

const people = ['reader', 'maintainer', 'key'] as const;
const knownOf = (half: 'shown' | 'hidden') => known(home[half]);

describe('the hidden half of a library', () => {
  test.each(people)('shows nowhere to the %s', async (who) => {
    const problems: string[] = [];
    const statuses = new Map<number, number>();
    for (const endpoint of reading) {
      for (const request of samples(endpoint, knownOf('shown'))) {
        const { problems: found, seen } = await ask(home.people[who], endpoint, request);
        problems.push(...found);
        // Where the libraries are is for those who change them; an export finds its files again by that.
        const isExport = endpoint.path.startsWith('/data-export');
        if (who === 'reader' && !isExport && seen.text.includes(home.root)) {
          problems.push(`${endpoint.id} tells the folder of a library`);
        }
        statuses.set(seen.status, (statuses.get(seen.status) ?? 0) + 1);
      }
    }
    expect(problems).toEqual([]);
    expect(statuses.get(500)).toBeUndefined();
    // A walk that is refused everywhere finds nothing either.
    expect(statuses.get(200)).toBeGreaterThan(100);
  });

  test('shows to the admin, so the walk is not blind', async () => {
    const problems: string[] = [];
    for (const endpoint of reading) {
      for (const request of samples(endpoint, knownOf('shown'), 1)) {
        problems.push(...(await ask(admin(), endpoint, request)).problems);
      }
    }
    expect(problems.length).toBeGreaterThan(40);
  });

  test.each(['reader', 'maintainer'] as const)('is unknown to the %s', async (who) => {
    const person = home.people[who];
    const problems: string[] = [];
    const before = kept();
    const ids = [...secretIds];
    const trace = traceStatements();
    let traced = 0;
    for (const endpoint of walked) {
      for (const request of samples(endpoint, knownOf('hidden'))) {
        const named = ids.filter((id) => (request.path + (request.body ?? '')).includes(id));
        if (named.length === 0) continue;
        /** The same request with ids that nobody knows. */
        const about = async (strangers: Map<string, string> | null) => {
          const swap = (text: string, back = false) =>
            [...(strangers ?? [])].reduce(
              (changed, [id, otherId]) =>
                back ? changed.replaceAll(otherId, id) : changed.replaceAll(id, otherId),
              text,
            );
          const { path, body, headers } = request;
          const asked = { path: swap(path), body: body === null ? null : swap(body), headers };
          trace.take();
          const { seen, problems: found, name } = await ask(person, endpoint, asked);
          const text = swap(seen.text, true).replaceAll(volatile, '');
          // Compares numbers of statements, because times vary.
          const ran = trace.take();
          traced += ran.length;
          const steps = ran.join('\n');
          return { found, name, outcome: `${seen.status} ${text}`, steps };
        };
        const strangers = () => new Map(named.map((id) => [id, newId()]));
        const compare = async () => {
          const [first, second] = [await about(strangers()), await about(strangers())];
          const hidden = await about(null);
          problems.push(...hidden.found);
          const { name } = hidden;
          const differs = (what: 'outcome' | 'steps') =>
            // Not where a repetition differs as well.
            first[what] === second[what] && hidden[what] !== second[what]
              ? `${who}: ${name} ${request.body?.slice(0, 200)} ${what} ${hidden[what].slice(0, 300)} instead of ${second[what].slice(0, 300)}`
              : null;
          return [differs('outcome'), differs('steps')];
        };
        const [outcome, steps] = await compare();
        if (outcome) problems.push(outcome);
        let lasting = steps;
        // Background work runs statements as well.
        for (let tries = 0; lasting && tries < 3; tries += 1) [, lasting] = await compare();
        if (lasting) problems.push(lasting);
      }
    }
    trace.stop();
    expect(problems).toEqual([]);
    expect(traced).toBeGreaterThan(1000);
    expect(kept()).toEqual(before);
  });

  test('changes no answer when it grows', async () => {
    const { maintainer } = home.people;
    const requests = reading
      .filter(({ id }) => !changing.has(id))
      .flatMap((endpoint) =>
        samples(endpoint, knownOf('shown')).map((request) => ({ endpoint, request })),
      );
    const answers = async () => {
      const seen = new Map<string, string>();
      for (const { endpoint, request } of requests) {
        const { name, seen: answer } = await ask(maintainer, endpoint, request);
        const { status, text } = answer;
        // Of an export the tag is random.
        const isVolatile = /\/export$|^\/data-export|^\/metrics$/.test(endpoint.path);
        const etag = isVolatile ? null : answer.etag;
        seen.set(
          `${name} ${request.body ?? ''}`,
          `${status} ${etag} ${text.replaceAll(volatile, '').replaceAll(ofServer, '')}`,
        );
      }
      return seen;
    };
    const before = await answers();
    grow();
    const after = await answers();
    const changed = [...before].filter(([name, answer]) => after.get(name) !== answer);
    expect(changed.map(([name, answer]) => [name, answer, after.get(name)])).toEqual([]);
  });
});

/** Personal data about the hidden half. */
const kept = () => {
  const hidden = `(SELECT pk FROM series WHERE name LIKE '${marker}%')`;
  const books = `(SELECT pk FROM books WHERE series_pk IN ${hidden})`;
  return [
    ...['progress', 'followed_series', 'collection_series', 'releases', 'series_tracking'].map(
      (table) => `SELECT * FROM ${table} WHERE series_pk IN ${hidden}`,
    ),
    ...['annotations', 'reading_places', 'read_list_books'].map(
      (table) => `SELECT * FROM ${table} WHERE book_pk IN ${books}`,
    ),
    `SELECT * FROM ratings WHERE series_pk IN ${hidden} OR book_pk IN ${books}`,
    `SELECT * FROM wanted WHERE series_pk IN ${hidden} OR book_pk IN ${books}`,
    `SELECT pk, name, summary, tags, locked_fields, cover_choice FROM series WHERE pk IN ${hidden}`,
    `SELECT pk, title, series_pk, missing_since, cover_choice FROM books WHERE pk IN ${books}`,
    `SELECT pk, dismissed_members FROM duplicate_groups`,
    `SELECT pk, name FROM libraries WHERE name LIKE '${marker}%'`,
  ].map((sql) => home.database.prepare(sql).all());
};

/** They measure the server. The archive holds the time, and its checksum. */
const changing = new Set(['getHealth', 'listSharing', 'getSharing', 'exportData']);
const volatile =
  /"(?:task_id|edit_id|change_id|undo_id|updated_at|created_at|last_seen_at|last_used_at)":"?[^,"}]*"?/g;
/** Numbers about the server as a whole: whoever sees its health knows how large it is, but no number of records. */
const ofServer = /"(?:database_size|process|http)":(?:\d+|\{[^}]*\})/g;

/** Doubles the hidden books and series, and everything that people keep about them. */
const grow = () => {
  const { database } = home;
  const copy = (table: string, where: string, changes: Record<string, string>) => {
    const columns = (database.pragma(`table_xinfo(${table})`) as { name: string; hidden: number }[])
      .filter(({ name, hidden }) => name !== 'pk' && hidden === 0)
      .map(({ name }) => name);
    const values = columns.map((name) => changes[name] ?? name);
    database
      .prepare(
        `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${where}`,
      )
      .run();
  };
  database.function('new_id', { directOnly: true }, () => newId());
  const isHidden = `name LIKE '${marker}%'`;
  database.prepare(`CREATE TEMP TABLE hidden AS SELECT pk FROM series WHERE ${isHidden}`).run();
  const fresh = { id: 'new_id()', path: `path || ' more'` };
  copy('books', 'series_pk IN (SELECT pk FROM temp.hidden)', fresh);
  copy('series', isHidden, { ...fresh, labels: `'["adults"]'`, age_rating: '18' });
  const added = `FROM books b WHERE b.series_pk IN (SELECT pk FROM temp.hidden) AND b.path LIKE '% more'`;
  const now = `'2026-11-23T12:00:00.000Z'`;
  const run = (sql: string) => database.prepare(sql).run();
  run(`INSERT INTO read_list_books SELECT l.pk, b.pk, 1000 + b.pk FROM read_lists l, books b
    WHERE b.pk IN (SELECT b.pk ${added})`);
  run(`INSERT INTO collection_series SELECT c.pk, s.pk, 1000 + s.pk FROM collections c, series s
    WHERE s.${isHidden} AND s.path LIKE '% more'`);
  run(`INSERT INTO progress (user_pk, book_pk, series_pk, current_page, is_completed, started_at, updated_at)
    SELECT u.pk, b.pk, b.series_pk, 2, 0, ${now}, ${now} FROM users u, books b
    WHERE b.pk IN (SELECT b.pk ${added})`);
  run(`INSERT INTO wanted (user_pk, book_pk, position, added_at)
    SELECT u.pk, b.pk, 50, ${now} FROM users u, books b WHERE b.pk IN (SELECT b.pk ${added})`);
  run(`INSERT OR IGNORE INTO reading_history
    SELECT u.pk, CAST(strftime('%s', 'now') / 900 AS INTEGER) * 900, b.pk, 5, 50, 1, 0, 0 FROM users u, books b WHERE b.pk IN (SELECT b.pk ${added})`);
  run(`UPDATE books SET error = 'damaged' WHERE pk IN (SELECT b.pk ${added} LIMIT 2)`);
  run(`UPDATE books SET missing_since = ${now} WHERE pk IN (SELECT b.pk ${added} LIMIT 3)`);
};
