import { benchApi } from './api.ts';
import { benchArchives } from './archives.ts';
import { benchDesktop } from './desktop.ts';
import { benchMemory } from './memory.ts';
import { benchReading } from './reading.ts';
import { benchPages } from './pages.ts';
import { benchScan } from './scan.ts';
import { benchServe } from './serve.ts';
import { benchWeb } from './web.ts';
import { benchZipReaders } from './zip-readers.ts';

/**
 * `node bench/main.ts <name> [size]`: prints both sides and their ratio; never fails on slow
 * results.
 */
const benches: Record<string, (size?: number) => Promise<void>> = {
  api: benchApi,
  reading: benchReading,
  archives: benchArchives,
  pages: benchPages,
  scan: benchScan,
  serve: benchServe,
  web: benchWeb,
  memory: benchMemory,
  desktop: benchDesktop,
  zip: benchZipReaders,
};

const [name = '', size] = process.argv.slice(2);
const bench = benches[name];
if (bench) {
  await bench(size === undefined ? undefined : Number(size));
} else {
  console.error(`Name a benchmark: ${Object.keys(benches).join(', ')}`);
  process.exitCode = 1;
}
