import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { endpoints } from '../../shared/api/index.ts';
import { createLibrary, listLibraries } from '../../shared/api/libraries.ts';
import { getHealth } from '../../shared/api/system.ts';
import { AppError } from '../../shared/errors.ts';
import { definitions } from '../features/settings/definitions.ts';
import { admin, startTestServer, type TestServer } from '../testing/server.ts';

const isWindows = process.platform === 'win32';
/** A network folder, `\\\\machine\\share`. */
const share = isWindows ? process.env['OCTAVO_TEST_SHARE'] : undefined;
const dir = mkdtempSync(join(tmpdir(), 'octavo-hostile-paths-'));
const pathOf = (...names: string[]) => join(dir, ...names);

/** Why a path is rejected. */
type Reason =
  | 'not absolute'
  | 'address'
  | 'share'
  | 'of Windows'
  | 'nul'
  | 'half'
  | 'long'
  | 'long name'
  | 'device'
  | 'stream'
  | 'odd'
  | 'goes up'
  | 'missing'
  | 'loop'
  | 'file'
  | 'pipe'
  | 'made up';

/**
 * Each with the expected reason on POSIX systems and on Windows; null where no such path
 * exists.
 */
const hostile: [what: string, path: string, posix: Reason | null, windows: Reason | null][] = [
  ['a relative path', 'books', 'not absolute', 'not absolute'],
  ['blanks', ' ', 'not absolute', 'not absolute'],
  ['a path relative to a drive', 'C:foo', 'not absolute', 'not absolute'],
  ['a drive alone', 'C:', 'not absolute', 'not absolute'],
  ['a device of Windows', '\\\\.\\PhysicalDrive0', 'not absolute', 'device'],
  ['a pipe of Windows', '\\\\.\\pipe\\octavo', 'not absolute', 'device'],
  ['a long form that names no place', '\\\\?\\GLOBALROOT\\x', 'not absolute', 'device'],
  ['a folder of another machine', '\\\\octavo-nowhere\\books', 'share', null],
  ['an address of a share', 'smb://nas/books', 'share', 'address'],
  ['a path of Windows', 'C:\\octavo-nowhere\\x', 'of Windows', null],
  ['a path of Windows with slashes', 'c:/octavo-nowhere/x', 'of Windows', null],
  ['a machine without a share', '\\\\nas', 'not absolute', 'not absolute'],
  ['a device by its name', pathOf('missing', 'CON'), 'missing', 'odd'],
  ['a device with an extension', pathOf('missing', 'COM1.txt'), 'missing', 'odd'],
  ['nothing by its name', pathOf('missing', 'NUL'), 'missing', 'odd'],
  ['dots and blanks at its end', pathOf('missing', 'x. .'), 'missing', 'odd'],
  ['a way up', `${pathOf('missing')}/../nothing-here/x`, 'goes up', 'goes up'],
  ['NUL', pathOf('a\0b'), 'nul', 'nul'],
  ['control characters', pathOf('missing', 'a\n\u0007\u001b[2Jb'), 'missing', 'missing'],
  ['half a character', pathOf('missing', '\ud800'), 'half', 'half'],
  ['more characters than any path has', pathOf('a'.repeat(5000)), 'long', 'long'],
  ['a name that is too long', pathOf('a'.repeat(300)), 'long name', 'long name'],
  ['a stream of a file', pathOf('missing', 'books.cbz:stream'), 'missing', 'stream'],
  ['nothing', pathOf('missing', 'x'), 'missing', 'missing'],
  ['a file', pathOf('books.cbz'), 'file', 'file'],
  ['a pipe', pathOf('pipe.cbz'), 'pipe', null],
  ['a socket', pathOf('socket.cbz'), 'pipe', null],
  ['a link to itself', pathOf('loop.cbz'), 'loop', null],
  ['zeros without end', '/dev/zero', process.platform === 'linux' ? 'pipe' : null, null],
  [
    'folders that the system makes up',
    '/proc',
    process.platform === 'linux' ? 'made up' : null,
    null,
  ],
];
if (share !== undefined) {
  const onShare = mkdtempSync(join(share, 'octavo-hostile-paths-'));
  afterAll(() => rmSync(onShare, { recursive: true, force: true }));
  writeFileSync(join(onShare, 'books.cbz'), 'no book');
  hostile.push(
    ['nothing on a share', join(onShare, 'missing', 'x'), null, 'missing'],
    ['a file on a share', join(onShare, 'books.cbz'), null, 'file'],
    ['a device on a share', join(onShare, 'missing', 'NUL'), null, 'odd'],
    [
      'a share that is missing',
      `${share.replace(/[^\\]+$/, 'octavo-nowhere')}\\x\\y`,
      null,
      'missing',
    ],
  );
}
const cases = hostile.flatMap(([what, path, posix, windows]) => {
  const reason = isWindows ? windows : posix;
  return reason === null ? [] : [{ what, path, reason }];
});

type Answer = readonly [status: number, sentence: RegExp];
type Answers = Partial<Record<Reason, Answer>> & { else: Answer };

/** Responses of all fields for a path that is not a valid location. */
const noPlace = {
  'not absolute': [400, /^The path ".*" is not absolute$/s],
  address: [400, /^".*" is an address\. Enter the network folder as \\\\server\\folder, or /],
  share: [400, /^".*" is a network folder\. Mount it on the server and enter the path where /],
  'of Windows': [400, /^".*" is a path of Windows, .*\. Enter a path of the server\.$/],
  nul: [400, /^The path contains a character that is not allowed in paths$/],
  half: [400, /^The body contains half a character/],
  long: [400, /^The path has more than 4096 characters$/],
  device: [400, /^".*" names a device\. Use a drive letter or a network folder\.$/],
  stream: [400, /^".*" names a stream of a file, not a folder$/],
} satisfies Partial<Record<Reason, Answer>>;

const folderOfBooks: Answers = {
  ...noPlace,
  'long name': [400, /^The folder ".*" (has a longer path than the system allows|does not exist)/],
  loop: [400, /^The folder ".*" is a link that leads to itself$/],
  file: [400, /^The folder ".*" is not a folder$/],
  'made up': [400, /^The folder ".*" is provided by the operating system and contains no books$/],
  else: [400, /^The folder ".*" does not exist$/s],
};
const certificate: Answers = {
  ...noPlace,
  'not absolute': [400, /^The (path ".*" is not absolute|TLS file .* cannot be read)$/s],
  file: [400, /^(The TLS file .* cannot be read$|.* are not a certificate and its private key)/],
  else: [400, /^The TLS file .* cannot be read$/s],
};
const newFolder = {
  ...noPlace,
  odd: [400, /^Windows cannot make a folder named ".*"\. Choose another\.$/],
  'goes up': [400, /^The path ".*" goes up with "\.\."\. Name the folder itself\.$/],
} satisfies Partial<Record<Reason, Answer>>;
/** A path that can exist later is accepted; a backup reports if it does not. */
const later: Answer = [200, /^$/];

const web = join(import.meta.dirname, '../../renderer/src');
const textsIn = (language: string) =>
  JSON.parse(readFileSync(join(web, 'locales', language, 'faults.json'), 'utf8')) as object;
const [english, german] = [textsIn('en'), textsIn('de')];
/** Imported by path, because the server is not part of the web app's TypeScript project. */
const { translateSentences } = (await import(
  pathToFileURL(join(web, 'ui/feedback/translate-server-message.ts')).href
)) as {
  translateSentences: (sentences: string, english: object, own: object) => string;
};

let octavo: TestServer;
let library: string;
let socket: Server | undefined;
beforeAll(async () => {
  mkdirSync(pathOf('books'));
  mkdirSync(pathOf('data'));
  writeFileSync(pathOf('books.cbz'), 'no book');
  if (!isWindows) {
    execFileSync('mkfifo', [pathOf('pipe.cbz')]);
    symlinkSync(pathOf('loop.cbz'), pathOf('loop.cbz'));
    socket = createServer().listen(pathOf('socket.cbz'));
  }
  octavo = await startTestServer({ dataDir: pathOf('data'), configuredDataDir: pathOf('data') });
  library = (
    await octavo.api.call(createLibrary, { body: { name: 'Books', path: pathOf('books') } })
  ).id;
});
afterAll(async () => {
  await octavo.stop();
  await new Promise((resolve) => (socket ? socket.close(resolve) : resolve(null)));
  rmSync(dir, { recursive: true, force: true });
});

const send = (method: string, path: string, body: unknown) =>
  octavo.request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Anything but a folder is rejected in the same way, whether it is a file or a pipe. */
const answerOf = (answers: Answers, reason: Reason): Answer =>
  answers[reason] ?? (reason === 'pipe' ? answers.file : undefined) ?? answers.else;

interface Field {
  send(path: string): Promise<Response>;
  answers: Answers;
}

/** All fields with a path on the server's machine, by operation and field. */
const fields: Record<string, Field> = {
  'browseFilesystem query.path': {
    send: (path) =>
      octavo.request(`/filesystem/browse?path=${encodeURIComponent(path.toWellFormed())}`),
    answers: {
      ...noPlace,
      half: [404, /^The folder ".*" was not found$/s],
      file: [400, /^".*" is not a folder$/],
      'made up': later,
      else: [404, /^The folder ".*" was not found$/s],
    },
  },
  'createLibrary body.path': {
    send: (path) => send('POST', '/libraries', { name: 'New', path, scan_immediately: false }),
    answers: folderOfBooks,
  },
  'createIntakeFolder body.path': {
    send: (path) => send('POST', '/intake/folders', { library_id: library, path }),
    answers: folderOfBooks,
  },
  'updateLibrary body.path': {
    send: (path) => send('PUT', `/libraries/${library}`, { path }),
    answers: folderOfBooks,
  },
  'previewLibrary body.paths[]': {
    send: (path) => send('POST', '/libraries/preview', { paths: [path] }),
    answers: folderOfBooks,
  },
  'listCalibreColumns body.path': {
    send: (path) => send('POST', '/libraries/calibre-columns', { path }),
    answers: folderOfBooks,
  },
  'moveDataDirectory body.path': {
    send: (path) => send('POST', '/system/data-directory/move', { path }),
    answers: {
      ...newFolder,
      file: [400, /^".*" is not a folder$/],
      loop: [400, /^The folder ".*" cannot be written \(EEXIST\)$/],
      'long name': [400, /^The folder ".*" cannot be written \(\w+\)$/],
      'made up': [400, /^The folder ".*" is not empty\. Choose a new or an empty one\.$/],
      else: [400, /^The folder ".*" does not exist\. Connect its drive or choose another\.$/s],
    },
  },
  'updateSharing body.tls_cert': {
    send: (path) =>
      send('PUT', '/sharing', {
        enabled: true,
        tls: 'own',
        tls_cert: path,
        tls_key: pathOf('books.cbz'),
      }),
    answers: certificate,
  },
  'updateSharing body.tls_key': {
    send: (path) =>
      send('PUT', '/sharing', {
        enabled: true,
        tls: 'own',
        tls_cert: pathOf('books.cbz'),
        tls_key: path,
      }),
    answers: certificate,
  },
  'updateSetting library.bin_folder': {
    send: (path) => send('PUT', '/admin/settings/library.bin_folder', { value: path }),
    answers: {
      ...newFolder,
      file: [400, /^".*" is not a folder$/],
      loop: [400, /^Octavo cannot write/],
      else: [400, /^Octavo cannot write/],
    },
  },
  'updateSetting backups.folder': {
    send: (path) => send('PUT', '/admin/settings/backups.folder', { value: path }),
    answers: {
      ...newFolder,
      file: [400, /^".*" is not a folder$/],
      loop: [400, /^".*" is not a folder$/],
      else: later,
    },
  },
  ...Object.fromEntries(
    ['sharing.tls_cert', 'sharing.tls_key'].map((key): [string, Field] => [
      `updateSetting ${key}`,
      {
        send: (path) => send('PUT', `/admin/settings/${key}`, { value: path }),
        answers: {
          ...noPlace,
          file: later,
          pipe: [400, /^".*" is not a file$/],
          loop: [400, /^".*" is not a file$/],
          'made up': [400, /^".*" is not a file$/],
          else: later,
        },
      },
    ]),
  ),
  'createImport body.path': {
    send: async (path) => {
      const answer = await send('POST', '/imports', { source: 'komga', path });
      if (!answer.ok) return answer;
      const { id } = (await answer.json()) as { id: string };
      await octavo.idle();
      const { error } = (await (await octavo.request(`/imports/${id}`)).json()) as {
        error: string | null;
      };
      await octavo.request(`/imports/${id}`, { method: 'DELETE' });
      return Response.json({ message: error }, { status: 400 });
    },
    answers: {
      ...noPlace,
      file: [400, /^This file is not a database of Komga\.$/],
      pipe: [400, /^This is not a file\. Choose the database\.$/],
      loop: [400, /^This file does not exist\. Choose the database again\.$/],
      'made up': [400, /^This file does not exist\. Choose the database again\.$/],
      else: [400, /^This file does not exist\. Choose the database again\.$/],
    },
  },
  'openFile of the desktop app': {
    send: async (path) => {
      try {
        await octavo.server.control.openFile(admin.username, path);
        return Response.json({});
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return Response.json(error.toBody(), { status: error.status });
      }
    },
    answers: {
      ...noPlace,
      half: [400, /^Files like ".*" cannot be opened$/s],
      long: [400, /^Files like ".*" cannot be opened$/],
      file: [422, /^The archive is cut off/],
      pipe: [400, /^(".*" is not a file|Files like ".*" cannot be opened)$/],
      loop: [404, /^The file ".*" was not found$/],
      else: [400, /^Files like ".*" cannot be opened$/s],
    },
  },
};

/**
 * Fields with a path within a library or a book; each request returns the response for a
 * path that leads out of it.
 */
const within: Record<string, (path: string) => Promise<Response>> = {
  'listFolders query.folder': (path) =>
    octavo.request(`/libraries/${library}/folders?folder=${encodeURIComponent(path)}`),
  'listBooksInFolder query.folder': (path) =>
    octavo.request(`/libraries/${library}/folders/books?folder=${encodeURIComponent(path)}`),
  'getResource params.path': (path) =>
    octavo.request(`/books/${library}/resources/${encodeURIComponent(path)}`),
  'addOpenedFile body.folder': (path) =>
    send('POST', `/opened-files/${library}/add`, { library_id: library, folder: path }),
  'updateIntakeFiles body.target': (path) =>
    send('PUT', `/intakes/${library}/files`, { target: path }),
  'createUpload body.folder': (path) =>
    send('POST', `/libraries/${library}/uploads`, { folder: path, name: 'x.cbz', file_size: 1 }),
};

const bodyOf = async (answer: Response) =>
  (await answer.json()) as { message?: string; details?: { message: string }[] | null };
const tree = () =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('data'))
    .sort();

describe.each(Object.entries(fields))('%s', (_, field) => {
  test.each(cases)('$what', async ({ path, reason }) => {
    const before = tree();
    const [status, sentence] = answerOf(field.answers, reason);
    const answer = await field.send(path);
    const { message = '', details } = await bodyOf(answer);
    const said = Array.isArray(details) ? (details[0]?.message ?? message) : message;
    expect([answer.status, answer.status === 200 ? '' : said]).toEqual([
      status,
      expect.stringMatching(sentence),
    ]);
    if (answer.status !== 200) {
      expect(translateSentences(said, english, german), 'it is said in German').not.toBe(said);
    }
    expect(tree(), 'nothing was made').toEqual(before);
    const { data } = await octavo.api.call(listLibraries, { query: {} });
    expect(data.map((entry) => entry.path)).toEqual([pathOf('books')]);
    expect(await octavo.api.call(getHealth)).toMatchObject({ status: 'ok' });
  });
});

test.each(
  ['tls_cert', 'tls_key'].flatMap((key) => [
    `updateSharing body.${key}`,
    `updateSetting sharing.${key}`,
    'openFile of the desktop app',
  ]),
)('%s refuses a folder', async (name) => {
  const answer = await fields[name]?.send(pathOf('books'));
  const { message = '' } = answer ? await bodyOf(answer) : {};
  expect([answer?.status, message]).toEqual([
    400,
    expect.stringMatching(/(is not a file|cannot be read|cannot be opened)$/),
  ]);
  expect(translateSentences(message, english, german)).not.toBe(message);
});

describe.each(Object.entries(within))('%s', (_, ask) => {
  test.each([
    '..',
    '../..',
    'a/../../b',
    '/etc',
    'C:\\Windows',
    'CON',
    'x. ',
    'a\0b',
    'a'.repeat(5000),
    'a:b',
  ])('finds nothing at %j', async (path) => {
    const before = tree();
    const answer = await ask(path);
    const body = (await answer.json()) as { data?: unknown[] };
    expect(answer.status === 200 ? body.data : [answer.status]).toEqual(
      answer.status === 200 ? [] : [expect.toBeOneOf([400, 404])],
    );
    expect(tree()).toEqual(before);
  });
});

test('a backup into a folder that became a file says so, and nothing is made', async () => {
  const folder = pathOf('backups');
  await send('PUT', '/admin/settings/backups.folder', { value: folder });
  writeFileSync(folder, 'no folder');
  const before = tree();
  const { task_id: id } = (await (await send('POST', '/backups', {})).json()) as {
    task_id: string;
  };
  await expect
    .poll(
      async () =>
        ((await (await octavo.request(`/tasks/${id}`)).json()) as { error: string | null }).error,
    )
    .toMatch(
      /^The backup folder, .*backups, cannot be written \(\w+\)\. Choose another in the settings\.$/,
    );
  expect(tree()).toEqual(before);
});

interface JsonSchema {
  type?: string;
  description?: string;
  enum?: unknown[];
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** All fields of a schema with free text, by path. */
const textsOf = (schema: JsonSchema, place: string): [place: string, description: string][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, entry]) =>
    textsOf(entry, `${place}.${name}`),
  ),
  ...(schema.items ? textsOf(schema.items, `${place}[]`) : []),
  ...(schema.anyOf ?? []).flatMap((entry) =>
    textsOf({ description: schema.description ?? '', ...entry }, place),
  ),
  ...(schema.type === 'string' && !schema.enum && schema.format !== 'uuid'
    ? [[place, schema.description ?? ''] as [string, string]]
    : []),
];

const isPath = ([place, description]: [string, string]): boolean =>
  !/^(One of|Columns of|Part of|Base address)\b| of this name /.test(description) &&
  (/\.(\w+_)?(paths?(\[\])?|folders?(\[\])?|dir|directory|root|cert|key_file)$/.test(place) ||
    /\b(path|folder|directory|file of|PEM)\b/i.test(description));

test('no field that takes a path is missing from the table', () => {
  const found = endpoints.flatMap((endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part];
      if (schema === undefined) return [];
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      return textsOf(json, part)
        .filter(isPath)
        .map(([place]) => `${endpoint.id} ${place}`);
    }),
  );
  const settings = Object.entries(definitions)
    .filter(([, { schema }]) => {
      const { error } = schema.safeParse('relative/path');
      return error?.issues.some(({ message }) => message.includes('is not absolute')) === true;
    })
    .map(([key]) => `updateSetting ${key}`);
  expect(settings).not.toEqual([]);
  const known = Object.keys({ ...fields, ...within }).filter(
    (name) => !name.startsWith('openFile'),
  );
  expect([...found, ...settings].sort()).toEqual(known.sort());
});
