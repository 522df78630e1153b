import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { closeDatabase, openDatabase } from '../server/database/database.ts';
import { restrict } from '../server/testing/restrictions.ts';
import { seedUser } from '../server/testing/seed.ts';
import { openLibrary } from './bench-library.ts';
import { figure, record } from './figures.ts';
import { generateLibrary } from './generate.ts';
import { measure } from './measure.ts';
import { median } from './statistics.ts';

const rounds = 3;

/** Prepares a database with so many restricted people; null: without the triggers for them. */
const prepare = (dir: string, people: number | null): void => {
  const database = openDatabase(join(dir, 'octavo.db'));
  for (let index = 0; index < (people ?? 0); index++) {
    const { pk } = seedUser(database, { username: `person ${index}` });
    restrict(database, pk, { maxAge: 12, denied: ['adults'] });
  }
  if (people === null) {
    const names = database
      .prepare<[], string>(
        `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'visible\\_%' ESCAPE '\\'`,
      )
      .pluck()
      .all();
    for (const name of names) database.exec(`DROP TRIGGER ${name}`);
  }
  closeDatabase(database);
};

/** A first scan with no and with five restricted people, against one without the triggers. */
export const benchRestrictedScan = async (books = 2000): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const root = join(dir, 'library');
  generateLibrary(root, books);
  const times = new Map<number | null, number[]>([
    [null, []],
    [0, []],
    [5, []],
  ]);
  for (let round = 0; round <= rounds; round++) {
    for (const [people, measured] of times) {
      const own = join(dir, `${round} ${people}`);
      mkdirSync(own);
      prepare(own, people);
      const library = openLibrary(own, root);
      const { cpuMs } = await measure(() => library.scan());
      await library.close();
      // The first round fills the caches of the system.
      if (round > 0) measured.push(cpuMs);
    }
  }
  const base = median(times.get(null) ?? []);
  for (const people of [0, 5]) {
    const ratio = median(times.get(people) ?? []) / base;
    record(figure(`first scan, ${people} restricted people / no triggers`, ratio, '×', '≤ 1.05 ×'));
    console.log(`first scan of ${books} books, ${people} restricted people: ${ratio.toFixed(3)} ×`);
  }
  rmSync(dir, { recursive: true, force: true });
};
