import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { openBook } from '../server/media/formats/open-book.ts';
import { generateLibrary } from './generate.ts';

it('generates valid archives of distinct content', async () => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-generate-'));
  try {
    expect(generateLibrary(root, 45).files).toBe(45);
    const paths = globSync(join(root, '**/*.cbz'));
    const books = await Promise.all(paths.map((path) => openBook(path, statSync(path).size)));
    expect(books.every(({ error, pages }) => error === null && pages.length === 20)).toBe(true);
    expect(new Set(books.map(({ fingerprint }) => fingerprint)).size).toBe(45);
    expect(books.filter(({ metadata }) => metadata !== null)).toHaveLength(15);
    expect(globSync(join(root, '*'))).toHaveLength(3);
  } finally {
    rmSync(root, { recursive: true });
  }
});
