import { writeFileSync } from 'node:fs';

import { benchApi } from './api.ts';
import { benchArchives } from './archives.ts';
import { benchDesktop } from './desktop.ts';
import { benchDuplicates } from './duplicates.ts';
import { benchImports } from './imports.ts';
import { benchMemory } from './memory.ts';
import { benchReading } from './reading.ts';
import { benchPages } from './pages.ts';
import { recorded } from './figures.ts';
import { benchReaders } from './readers.ts';
import { benchReads } from './reads.ts';
import { benchReport } from './report.ts';
import { benchRestrictedScan } from './restricted-scan.ts';
import { benchRestricted } from './restricted.ts';
import { benchScan } from './scan.ts';
import { benchServe } from './serve.ts';
import { benchWeb } from './web.ts';
import { benchZipReaders } from './zip-readers.ts';

/**
 * `node bench/main.ts <name> [size] [file]`: prints both sides and their ratio, and writes the figures
 * to the file as JSON; never fails on slow results.
 */
const benches: Record<string, (size?: number) => Promise<void>> = {
  api: benchApi,
  reading: benchReading,
  archives: benchArchives,
  duplicates: benchDuplicates,
  imports: benchImports,
  pages: benchPages,
  scan: benchScan,
  serve: benchServe,
  web: benchWeb,
  memory: benchMemory,
  restricted: benchRestricted,
  'restricted-scan': benchRestrictedScan,
  desktop: benchDesktop,
  zip: benchZipReaders,
  readers: benchReaders,
  reads: benchReads,
};

const [name = '', size, file] = process.argv.slice(2);
const bench = benches[name];
if (name === 'report') {
  await benchReport(...process.argv.slice(3));
} else if (bench) {
  await bench(size === undefined ? undefined : Number(size));
  if (file !== undefined) writeFileSync(file, JSON.stringify(recorded()));
} else {
  console.error(`Name a benchmark: ${[...Object.keys(benches), 'report'].join(', ')}`);
  process.exitCode = 1;
}
