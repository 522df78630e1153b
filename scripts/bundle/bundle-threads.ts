import { build } from 'esbuild';

import { mergeAlike } from './merge-chunks.ts';
import { threadBundle } from './options.ts';

/** Sources that tell threads apart: each kind of thread, and the jobs that most threads run. */
const sources = [
  'server/jobs/worker.ts',
  'server/query-worker/worker.ts',
  'server/parse-worker/worker.ts',
  'server/scanner/on-demand/on-demand-worker.ts',
  'server/media/pdf/pdf-worker.ts',
  'server/media/derived-epub/derive-worker.ts',
  'server/scanner/scan/scan.ts',
  'server/scanner/scan/book-reader.ts',
  'server/scanner/analysis/analyze.ts',
];

/** Bundles the threads into a folder, relative to the project. */
export const bundleThreads = async (outdir: string): Promise<void> => {
  const { metafile } = await build({ ...threadBundle, outdir, metafile: true });
  await mergeAlike(metafile, 'thread', sources);
};
