import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

import { storageProblem } from '../../database/storage-problem.ts';
import { faultOf, isHitBy, type FaultCode } from './faults.ts';
import { interceptOperations, type Operation } from './operations.ts';
import { diskAt, type Disk } from './disk.ts';
import { recover, scenarios } from './scenarios.ts';

/** A scenario with its own folder: prepared once, then run repeatedly at the same path. */
export const createRuns = async (name: string, dir: string) => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}`);
  const disk = diskAt(join(dir, 'run'));
  const template = join(dir, 'template');
  mkdirSync(join(disk.root, 'drive'), { recursive: true });
  await scenario.prepare(disk);
  renameSync(disk.root, template);

  const begin = (from: string): Disk => {
    rmSync(disk.root, { recursive: true, force: true });
    // Preserves file times, by which a move detects copied files.
    cpSync(from, disk.root, { recursive: true, preserveTimestamps: true });
    return disk;
  };
  const intercepted = async (hooks: Parameters<typeof interceptOperations>[1]) => {
    const stop = interceptOperations([disk.home, disk.target], hooks);
    try {
      await scenario.work(disk);
    } finally {
      stop();
    }
  };

  return {
    /**
     * The operations of the work, with a snapshot of the disk before each, as a crash would leave
     * it.
     */
    async crashes(): Promise<{
      operations: string[];
      states: { after: string; path: string }[];
    }> {
      begin(template);
      const operations: string[] = [];
      const states: { after: string; path: string }[] = [];
      let last = '';
      const keep = (after: string, torn?: string) => {
        const seen = fingerprint(disk.root);
        if (seen === last && torn === undefined) return;
        if (torn === undefined) last = seen;
        const path = join(dir, 'states', String(states.length));
        cpSync(disk.root, path, { recursive: true, preserveTimestamps: true });
        if (torn !== undefined) {
          const file = path + torn.slice(disk.root.length);
          truncateSync(file, Math.floor(statSync(file).size / 2));
        }
        states.push({ after, path });
      };
      let before = 'the beginning';
      await intercepted({
        before: (operation) => {
          keep(before);
          before = describe(operation, disk);
          operations.push(before);
        },
        after: (operation) => {
          const { kind, name: made, path } = operation;
          const isCopied = kind === 'file' && /^(copyFile|writeFile|write)$/.test(made);
          if (isCopied) keep(`half of ${describe(operation, disk)}`, path);
        },
      });
      keep(before);
      return { operations, states };
    },
    /** Starts from the state after a crash. Throws if anything is wrong. */
    async afterCrash(state: string): Promise<void> {
      begin(state);
      await recover(name, disk);
    },
    /**
     * Injects an error into the `at`-th operation, and all following ones if `lasting`. Throws if
     * the work fails without a message for users, or if anything is wrong afterwards.
     */
    async withFault(index: number, code: FaultCode, lasting: boolean): Promise<void> {
      begin(template);
      let count = 0;
      try {
        await intercepted({
          before: (operation) => {
            count += 1;
            const hits = lasting ? count > index && isHitBy(code, operation) : count === index + 1;
            if (hits) throw faultOf(code, operation);
          },
        });
      } catch (error) {
        if (!isForPeople(error)) throw error;
      }
      await recover(name, disk);
    },
  };
};

/** Whether the program reports the error in one line. */
const isForPeople = (error: unknown): boolean =>
  /^(DatabaseError|ConfigError|ListenError|JobError)$/.test((error as Error).name) ||
  storageProblem(error) !== null ||
  /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code));

const describe = ({ kind, name, path }: Operation, { root }: Disk): string =>
  `${kind} ${name.trim().replace(/\s+/g, ' ').slice(0, 60)} ${path.slice(root.length)}`;

/** Hash of everything that survives a crash. */
const fingerprint = (root: string): string =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeNs, ino } = statSync(path, { bigint: true });
      return `${path} ${size} ${mtimeNs} ${ino}`;
    })
    .sort()
    .join('\n');

/** At most `most` items, evenly distributed, including the first and the last. */
export const sampled = <T>(all: readonly T[], most: number): T[] => {
  if (all.length <= most) return [...all];
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => all[Math.round(index * step)] as T);
};
