import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { Book } from '../../shared/api/book-record.ts';
import { listBooks } from '../../shared/api/books.ts';
import { getManifest } from '../../shared/api/epub.ts';
import { listHealthIssues, problemKinds, type HealthIssue } from '../../shared/api/health.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import { getHealth } from '../../shared/api/system.ts';
import { faultOutcomes } from '../testing/fault-outcomes.ts';
import { needs } from '../testing/needs.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

const fixtures = join(import.meta.dirname, '../../../shared/fixtures');
const dir = mkdtempSync(join(tmpdir(), 'octavo-fault-library-'));
const pathOf = (...names: string[]) => join(dir, 'books', ...names);

const web = join(import.meta.dirname, '../../renderer/src');
const textsIn = (language: string) =>
  JSON.parse(readFileSync(join(web, 'locales', language, 'faults.json'), 'utf8')) as object;
const [english, german] = [textsIn('en'), textsIn('de')];
/** Imported by path, because the server is not part of the web app's TypeScript project. */
const { translateSentences } = (await import(
  pathToFileURL(join(web, 'ui/feedback/translate-server-message.ts')).href
)) as { translateSentences: (sentences: string, english: object, own: object) => string };

const sound: Record<string, string> = {
  'Book.epub': 'library/Books/Encyclopaedia Britannica/Georgia.epub',
  'Komga.pdf': 'library/PDF/Komga.pdf',
  'Logos.cbr': 'library/Comics/Komga Logos/Komga Logos #02 (rar5-solid).cbr',
};
const soundComic = 'Sound comic.cbz';

const files = Object.entries(
  Object.assign({}, ...Object.values(faultOutcomes)) as Record<string, string>,
);

/** By folder, because all together take minutes under Wine. */
const groups = Object.entries(Object.groupBy(files, ([file]) => dirname(file)));
const hasFixtures = existsSync(join(fixtures, 'faults'));

let octavo: TestServer;
let books = new Map<string, Book>();
let issues: readonly HealthIssue[] = [];
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(dir, { recursive: true, force: true });
});

const scanFolder = async (folder: string): Promise<void> => {
  const { id } = await octavo.api.call(createLibrary, {
    body: { name: folder, path: pathOf(folder), scan_immediately: false },
  });
  await octavo.api.call(startScan, { params: { id }, query: { mode: 'deep' } });
  await vi.waitFor(
    async () => {
      const { status } = await octavo.api.call(getScanStatus, { params: { id } });
      expect(status).toBe('completed');
    },
    { timeout: 140_000, interval: 100 },
  );
  await octavo.idle();
  const query = { library_id: id, pageSize: 500 };
  const { data } = await octavo.api.call(listBooks, { query });
  books = new Map(data.map((book) => [book.filename, book]));
  issues = (await octavo.api.call(listHealthIssues, { query })).data.filter(({ kind }) =>
    problemKinds.includes(kind),
  );
};

const bookNamed = (name: string): Book => {
  const book = books.get(name);
  if (book === undefined) throw new Error(`${name} is not in the library`);
  return book;
};

/** The status, and the sentence of a refusal, which must have a German translation. */
const answerTo = async (path: string): Promise<[status: number, sentence: string]> => {
  const response = await octavo.request(path);
  if (response.status === 200) {
    await response.arrayBuffer();
    return [200, ''];
  }
  const { message } = (await response.json()) as { message: string };
  expectSentence(message);
  return [response.status, message];
};

const expectSentence = (sentence: string) => {
  expect(sentence).toMatch(/^[A-Z0-9].*[^ ]$/s);
  expect(translateSentences(sentence, english, german), 'it is said in German').not.toBe(sentence);
};

/** Statuses of all pages or, for a text, of all its parts. */
const pagesOf = async ({ id, format, page_count }: Book) => {
  const paths = Array.from({ length: page_count }, (_, index) => `/books/${id}/pages/${index + 1}`);
  if (format === 'epub') {
    const { readingOrder } = await octavo.api.call(getManifest, { params: { id } });
    paths.splice(0, Infinity, ...readingOrder.map(({ href }) => href.replace(/^.*\/api\/v1/, '')));
  }
  const answers: [number, string][] = [];
  for (const path of paths) answers.push(await answerTo(path));
  return answers;
};

const numberIn = (outcome: string, fate: string) =>
  Number(new RegExp(`(\\d+) ${fate}`).exec(outcome)?.[1] ?? 0);

/** The kind of the finding that an outcome of a file must lead to. */
const kindOf = (outcome: string) => {
  if (!/[1-9]\d* (good|as stored)/.test(outcome)) return 'broken';
  if (/; The file is .* named /.test(outcome)) return 'wrong_extension';
  return /; | bad/.test(outcome) ? 'flawed' : null;
};

describe.skipIf(!hasFixtures).each(groups)(
  'a library of the fault files in %s',
  needs('the fixtures beside the repository'),
  (folder, own = []) => {
    beforeAll(async () => {
      const place = (source: string, target: string) => {
        mkdirSync(dirname(target), { recursive: true });
        cpSync(join(fixtures, source), target);
      };
      for (const [file] of own) place(join('faults', file), pathOf(file));
      for (const [name, source] of Object.entries(sound))
        place(source, pathOf(folder, 'Sound', name));
      writeCbz(
        pathOf(folder, 'Sound', soundComic),
        [1, 2].map((page) => ({ name: `${page}.png`, data: pngPage(800, 1200, page) })),
      );
      await scanFolder(folder);
    }, 150_000);

    test.each(own)('%s', async (file, outcome) => {
      const book = bookNamed(basename(file));
      const found = issues.filter(({ id }) => id === book.id);
      const kind = kindOf(outcome);
      if (kind === null) expect(found).toEqual([]);
      else {
        const issue = found.find((candidate) => candidate.kind === kind);
        expect(found.map((candidate) => candidate.kind)).toContain(kind);
        expectSentence(issue?.detail ?? '');
      }
      expect(['broken', book.error]).toEqual([
        kind === 'broken' ? kind : 'broken',
        kind === 'broken' ? found.find((issue) => issue.kind === kind)?.detail : null,
      ]);
      const [fileStatus] = await answerTo(`/books/${book.id}/file`);
      expect(fileStatus).toBeOneOf(kind === 'broken' ? [200, 422] : [200]);
      const [coverStatus] = await answerTo(`/books/${book.id}/thumbnail`);
      expect(coverStatus).toBeOneOf(kind === 'broken' ? [404, 422] : [200, 404]);
      if (kind === 'broken') {
        for (const path of ['pages/1', 'manifest', 'resources/x.xhtml']) {
          const answer = await answerTo(`/books/${book.id}/${path}`);
          expect([path, ...answer]).toEqual([path, 422, book.error]);
        }
        return;
      }
      const answers = await pagesOf(book);
      const statuses = answers.map(([status]) => status);
      const shown = numberIn(outcome, 'good') + numberIn(outcome, 'as stored');
      expect(statuses.filter((status) => status === 200)).toHaveLength(shown);
      expect(statuses.filter((status) => status === 422)).toHaveLength(numberIn(outcome, 'bad'));
    });

    test.each([...Object.keys(sound), soundComic])('%s beside them is whole', async (name) => {
      const book = bookNamed(name);
      expect([book.error, issues.filter(({ id }) => id === book.id)]).toEqual([null, []]);
      const answers = await pagesOf(book);
      expect(answers.length).toBeGreaterThan(0);
      expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
      for (const path of ['file', 'thumbnail']) {
        expect([path, ...(await answerTo(`/books/${book.id}/${path}`))]).toEqual([path, 200, '']);
      }
    });

    test('the server is healthy', async () => {
      expect(await octavo.api.call(getHealth)).toMatchObject({ status: 'ok' });
    });
  },
);
