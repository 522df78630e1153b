import { readdirSync } from 'node:fs';
import path from 'node:path';

import { leftOut } from './left-out.ts';

/** Covers all formats on C:, on a share and on long paths. Runs first, in its own process. */
export const story = 'server/system-tests/windows-story.test.ts';

/** Where Windows shows most, so that it is tested also where time is short; the rest follows. */
const first = [
  ...['server/paths/', 'server/data-relocation/', 'server/database/', 'server/system-tests/'],
  ...['server/features/filesystem/', 'server/features/libraries/', 'server/features/backups/'],
  ...['server/features/data-directory/', 'server/features/settings/', 'server/features/books/'],
  ...['server/features/pages/', 'server/features/opened-files/', 'server/features/sharing/'],
  ...['server/media/pages/', 'server/media/zip/', 'server/media/seven-zip/', 'server/scanner/'],
  ...['server/config/', 'server/media/'],
  ...['main/', 'server/features/series/', 'server/features/folders/', 'server/features/epub/'],
];

const rankOf = (file: string): number => {
  const rank = first.findIndex((name) => file.startsWith(name));
  return rank === -1 ? first.length : rank;
};

/**
 * The test files below folders of the project, relative to it, `/` between folders, without what is left out; those
 * first in which Windows shows most.
 */
export const windowsTests = (root: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll(path.sep, '/')}`,
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && file !== story && !isLeftOut(file))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));

const isLeftOut = (file: string): boolean =>
  Object.keys(leftOut).some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name));

/** One start of vitest. */
export interface Run {
  name: string;
  files: readonly string[];
}

/**
 * Splits files into runs of about the same size, in their order, so that a crash of Wine loses only
 * a small part.
 */
export const toRuns = (files: readonly string[], most: number): Run[] => {
  const count = Math.ceil(files.length / most);
  const size = Math.ceil(files.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => ({
    name: `run-${String(index + 1).padStart(2, '0')}`,
    files: files.slice(index * size, (index + 1) * size),
  }));
};

/** Tested in any case, also where time is short: the story, and the files in which Windows shows most. */
const always = 2;

/** A prime, so that one who tests at the same hour of each day begins at each part in turn. */
const parts = 13;

/**
 * The runs in the order of a turn: the first ones stay, the others begin at a part that changes with each turn, so
 * that in 13 turns each is tested even if only a few are reached.
 */
export const inTurn = (runs: readonly Run[], turn: number): Run[] => {
  const rest = runs.slice(always);
  const start = Math.floor(((turn % parts) * rest.length) / parts);
  return [...runs.slice(0, always), ...rest.slice(start), ...rest.slice(0, start)];
};
