import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { login } from '../../../shared/api/auth.ts';
import { restoreBackup } from '../../../shared/api/backups.ts';
import {
  getDataDirectory,
  moveDataDirectory,
  restartForDataMove,
} from '../../../shared/api/data-directory.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { createClient, type Client } from '../../../shared/client.ts';
import { readLocation } from '../../data-relocation/location.ts';
import { writeBackup } from '../../database/backup.ts';
import { closeDatabase, connect } from '../../database/database.ts';
import { checkDatabase } from '../../database/maintenance.ts';
import { seedBook, seedLibrary, seedSeries } from '../seed.ts';
import { serve } from '../serve.ts';
import { admin, startTestServer } from '../server.ts';
import { orderVariable, type Order } from './preload.ts';

/** Time limit for one server operation on a busy machine; ms. */
const patienceMs = 60_000;
const backup = 'octavo-20260101-000000-000-manual.db';
/** Reading positions: in the backup, before, during and at the end of the story. */
const pages = { backup: 1, before: 2, within: 3, last: 4 };

const preload = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href;

/** Writes acknowledged to the reader, and writes without a response. */
interface Reader {
  api: Client;
  acknowledged: number;
  asked: number;
  reach(page: number): Promise<void>;
}

interface Story {
  /** The requests sent while the disk is monitored. */
  tell(reader: Reader, server: { url: string; target: string }): Promise<void>;
  /** Pages that the reader can find, given what was acknowledged. */
  mayFind(reader: Pick<Reader, 'acknowledged' | 'asked'>): number[];
}

const signIn = async (url: string): Promise<Client> => {
  const anonymous = createClient({ baseUrl: url, fetch });
  const { access_token } = await anonymous.call(login, { body: admin });
  return createClient({
    baseUrl: url,
    fetch,
    headers: () => ({ authorization: `Bearer ${access_token}` }),
  });
};

/** Retries until it does not throw. */
const until = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const end = Date.now() + patienceMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
};

const must = (condition: boolean, rule: string, found?: unknown): void => {
  if (!condition) throw new Error(found === undefined ? rule : `${rule}: ${JSON.stringify(found)}`);
};

export const stories: Record<string, Story> = {
  restore: {
    async tell(reader, { url }) {
      await reader.api.call(restoreBackup, { params: { name: backup } });
      reader.api = await until(async () => {
        const api = await signIn(url);
        must((await pageOf(api)) === pages.backup, 'restored');
        return api;
      });
      await reader.reach(pages.last);
    },
    // Once progress continued from the backup, the earlier state must not reappear.
    mayFind: ({ acknowledged, asked }) =>
      acknowledged === pages.last
        ? [pages.last]
        : [pages.backup, acknowledged, ...(asked === pages.last ? [pages.last] : [])],
  },
  move: {
    async tell(reader, { url, target }) {
      await reader.api.call(moveDataDirectory, { body: { path: target } });
      await until(async () => {
        must((await reader.api.call(getDataDirectory)).next_path === target, 'copied');
      });
      await reader.reach(pages.within);
      await reader.api.call(restartForDataMove);
      reader.api = await until(async () => {
        const api = await signIn(url);
        must((await api.call(getDataDirectory)).path === target, 'moved');
        return api;
      });
      await reader.reach(pages.last);
    },
    mayFind: ({ acknowledged, asked }) => [acknowledged, asked],
  },
};

let bookId = '';
const pageOf = async (api: Client): Promise<number> =>
  (await api.call(getProgress, { params: { id: bookId } })).current_page;

/** A scenario with a real server process, run repeatedly from the same initial state. */
export const createStory = async (name: string, dir: string) => {
  const story = stories[name];
  if (!story) throw new Error(`There is no story ${name}`);
  const run = join(dir, 'run');
  const home = join(run, 'home');
  const target = join(run, 'drive', 'Octavo');
  const template = join(dir, 'template');
  const [armed, log] = [join(dir, 'armed'), join(dir, 'operations')];

  mkdirSync(join(run, 'drive'), { recursive: true });
  const first = await startTestServer({ dataDir: home, configuredDataDir: home });
  const database = connect(join(home, 'octavo.db'));
  const book = seedBook(database, seedSeries(database, seedLibrary(database)));
  bookId = book.id;
  const reach = (page: number) =>
    first.api.call(updateProgress, { params: { id: book.id }, body: { current_page: page } });
  await reach(pages.backup);
  mkdirSync(join(home, 'backups'), { recursive: true });
  writeBackup(database, join(home, 'backups', backup));
  closeDatabase(database);
  await reach(pages.before);
  await first.stop();
  renameSync(run, template);

  const start = (order?: Order) =>
    serve(home, {
      env: { ...process.env, ...(order && { [orderVariable]: JSON.stringify(order) }) },
      ...(order && { execArgv: ['--import', preload] }),
    });

  const tell = async (
    operation: number,
    what: Order['what'],
  ): Promise<{ reader: Omit<Reader, 'api' | 'reach'>; stderr: string; operations: string[] }> => {
    rmSync(run, { recursive: true, force: true });
    rmSync(armed, { force: true });
    writeFileSync(log, '');
    cpSync(template, run, { recursive: true, preserveTimestamps: true });
    const server = start({ roots: [home, target], armed, log, at: operation, what });
    let stderr = '';
    server.child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const reader: Reader = {
      api: createClient({ baseUrl: '', fetch }),
      acknowledged: pages.before,
      asked: pages.before,
      async reach(page) {
        reader.asked = page;
        const body = { current_page: page };
        await reader.api.call(updateProgress, { params: { id: book.id }, body });
        reader.acknowledged = page;
      },
    };
    const ended = server.ended.then(() => 'ended' as const);
    const told = (async () => {
      const url = await server.url;
      reader.api = await signIn(url);
      appendFileSync(armed, '');
      await story.tell(reader, { url, target });
    })();
    // An interrupted request rejects, which is expected.
    const outcome = await Promise.race([
      ended,
      told.then(
        () => 'told' as const,
        () => 'failed' as const,
      ),
    ]);
    if (outcome !== 'ended' && !(operation > 0 && /^SIG/.test(what))) server.child.kill('SIGTERM');
    if (outcome === 'told') server.child.kill('SIGTERM');
    const late = sleep(patienceMs, 'late' as const, { ref: false });
    if ((await Promise.race([ended, late])) === 'late') {
      server.child.kill('SIGKILL');
      throw new Error('The process does not end');
    }
    told.catch(() => null);
    const operations = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    return { reader, stderr, operations };
  };

  return {
    /** The operations of the whole story. */
    operations: async (): Promise<string[]> => {
      const { reader, operations } = await tell(0, 'SIGKILL');
      must(reader.acknowledged === pages.last, 'the story was told to its end');
      return operations;
    },
    /** Hits the `at`-th operation. Throws if anything is wrong after a start without a fault. */
    async hit(operation: number, what: Order['what']): Promise<void> {
      const { reader, stderr } = await tell(operation, what);
      must(stderr.trim().split('\n').length <= 1, 'one line says what was wrong', stderr);
      const server = start();
      try {
        const api = await signIn(await server.url);
        const found = await pageOf(api);
        must(
          story.mayFind(reader).includes(found),
          `the reader finds ${JSON.stringify(reader)}`,
          found,
        );
      } finally {
        server.child.kill('SIGTERM');
        await server.ended;
      }
      const dataDir = readLocation(home).data_dir ?? home;
      must(checkDatabase(join(dataDir, 'octavo.db')).length === 0, 'the database is sound');
      const backups = readdirSync(join(dataDir, 'backups'));
      const rest = [...readdirSync(dataDir), ...backups].filter((file) => halfDone.test(file));
      must(rest.length === 0, 'nothing half done stays', rest);
    },
  };
};

const halfDone = /(\.partial|\.new|rehearsal)|^restore[-.]|^octavo-move/;
