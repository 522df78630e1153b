import type * as Fs from 'node:fs';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { startInDataDir } from '../data-relocation/start-in-data-dir.ts';
import { updateLocation } from '../data-relocation/location.ts';
import { closeDatabase, connect, openDatabase } from './database.ts';
import { checkDatabase } from './maintenance.ts';
import { proveRestore, stageRestore, installStagedRestore, undoRestore } from './restore.ts';

/** Simulates a crash after this many file changes: later ones do not happen. */
const running = vi.hoisted(() => ({ changesLeft: Infinity }));

class Ended extends Error {}

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof Fs>();
  const counted =
    <Input extends unknown[], Result>(change: (...input: Input) => Result) =>
    (...input: Input): Result => {
      if (running.changesLeft <= 0) throw new Ended('the process has ended');
      running.changesLeft -= 1;
      return change(...input);
    };
  return {
    ...fs,
    renameSync: counted(fs.renameSync),
    rmSync: counted(fs.rmSync as (...input: unknown[]) => void),
    mkdirSync: counted(fs.mkdirSync as (...input: unknown[]) => unknown),
    writeFileSync: counted(fs.writeFileSync as (...input: unknown[]) => void),
    copyFileSync: counted(fs.copyFileSync),
    openSync: counted(fs.openSync as (...input: unknown[]) => number),
  };
});

let dir: string;
let template: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-restore-'));
  template = join(dir, 'template');
  make(join(template, 'octavo.db'), 'old');
  make(join(template, 'backups', 'backup.db'), 'restored');
});
afterEach(() => {
  running.changesLeft = Infinity;
  rmSync(dir, { recursive: true });
});

const make = (file: string, name: string) => {
  const database = openDatabase(file);
  database
    .prepare(
      `INSERT INTO settings (key, value, updated_at, updated_by) VALUES ('server.name', json_quote(?), '', '')`,
    )
    .run(name);
  closeDatabase(database);
};
const nameOf = (file: string): unknown => {
  const database = connect(file);
  try {
    return database
      .prepare(`SELECT value ->> '$' FROM settings WHERE key = 'server.name'`)
      .pluck()
      .get();
  } finally {
    closeDatabase(database);
  }
};

/** A fresh copy of the data directory, moved away from its home. */
const movedData = (attempt: number) => {
  const home = join(dir, `home-${attempt}`);
  const data = join(dir, `moved-${attempt}`);
  mkdirSync(home);
  cpSync(template, data, { recursive: true });
  updateLocation(home, { data_dir: data, settled: true });
  return { home, data };
};

let starts = 0;
const keepAs = (data: string) => join(data, 'backups', `kept-${(starts += 1)}.db`);

/** Runs the server's startup steps on its data directory; returns the content of its database. */
const start = (home: string) =>
  startInDataDir(home, async (data) => {
    installStagedRestore(data, keepAs(data));
    closeDatabase(openDatabase(join(data, 'octavo.db')));
    proveRestore(data);
    return Promise.resolve(nameOf(join(data, 'octavo.db')));
  });

/** Simulates a crash at each file change of `work` in turn; returns the number of changes. */
const atEachChange = async (
  work: (data: string) => void,
  prepare: (data: string) => void,
  then: (data: string, home: string) => Promise<void>,
): Promise<number> => {
  for (let changes = 0; ; changes += 1) {
    const { home, data } = movedData(changes);
    prepare(data);
    running.changesLeft = changes;
    let isDone = false;
    try {
      work(data);
      isDone = true;
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
    running.changesLeft = Infinity;
    await then(data, home);
    expect(checkDatabase(join(data, 'octavo.db'))).toEqual([]);
    if (isDone) return changes;
  }
};

const stage = (data: string) => stageRestore(join(data, 'backups', 'backup.db'), 'backup.db', data);
const keptIn = (data: string) =>
  readdirSync(join(data, 'backups')).filter((name) => /^kept-\d+\.db$/.test(name));

describe('a restore that is cut off at any step', () => {
  test('is prepared or not', async () => {
    const changes = await atEachChange(
      stage,
      () => undefined,
      async (_, home) => {
        expect(['old', 'restored']).toContain(await start(home));
      },
    );
    expect(changes).toBeGreaterThan(5);
  });

  test('is applied by the next start, and the previous database is kept complete', async () => {
    const take = (data: string) => void installStagedRestore(data, keepAs(data));
    const changes = await atEachChange(take, stage, async (data, home) => {
      expect(await start(home)).toBe('restored');
      const kept = keptIn(data);
      expect(kept.map((name) => nameOf(join(data, 'backups', name)))).toEqual(['old']);
      expect(readdirSync(data).filter((name) => name.startsWith('restore'))).toEqual([]);
    });
    expect(changes).toBeGreaterThan(4);
  });

  test('keeps all parts of a damaged database together', async () => {
    const damage = (data: string) => {
      stage(data);
      writeFileSync(join(data, 'octavo.db'), Buffer.alloc(8192, 7));
      writeFileSync(join(data, 'octavo.db-wal'), 'the log of it');
    };
    const take = (data: string) => void installStagedRestore(data, keepAs(data));
    await atEachChange(take, damage, async (data, home) => {
      expect(await start(home)).toBe('restored');
      const [kept = '', ...others] = keptIn(data);
      expect(others).toEqual([]);
      expect(existsSync(join(data, 'backups', kept))).toBe(true);
      expect(existsSync(join(data, 'octavo.db-wal'))).toBe(false);
    });
  });

  test('is undone or not', async () => {
    const prepare = (data: string) => {
      stage(data);
      installStagedRestore(data, keepAs(data));
    };
    await atEachChange(
      (data) => void undoRestore(data),
      prepare,
      async (_, home) => {
        expect(['old', 'restored']).toContain(await start(home));
      },
    );
  });
});
