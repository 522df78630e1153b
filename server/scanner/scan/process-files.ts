import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises';

import { checkDiskSpace } from '../../jobs/disk-space.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { filesWhere } from './file-list.ts';
import type { createFileProcessor } from './process-file.ts';
import type { ScanReporter } from './scan-reporter.ts';
import type { ScanWriter } from './scan-writer.ts';
import type { UnstableFiles } from './unstable-files.ts';
import type { Walk } from './walk.ts';

/** Poll interval of a paused scan; ms. */
const pausePollMs = 200;
/** Delays before the files that the machine or the drive did not deliver are read again, ms. */
const retryMs = [500, 2000];
const stillWritten = 'It is still being written. It will be read at the next scan.';

/**
 * Returns a function to call between two files: once the scan is paused or cancelled, it writes what was found, then
 * waits until the scan is resumed, and checks the folder again; or throws CancelledError.
 */
export const createCheckpoint =
  (
    { paused, cancelled }: JobContext,
    { writer, reporter }: { writer: ScanWriter; reporter: ScanReporter },
    checkFolder: () => void,
  ) =>
  async (): Promise<void> => {
    if (!paused() && !cancelled()) return;
    writer.flush();
    reporter.report();
    while (paused() && !cancelled()) await delay(pausePollMs);
    if (cancelled()) throw new CancelledError();
    checkFolder();
  };

/**
 * Processes the files: first all of them, then those that were still being written, and finally those that the machine
 * or the drive did not deliver.
 */
export const processFiles = async (
  { files }: Walk,
  context: JobContext,
  {
    processor,
    writer,
    reporter,
    unstable,
    checkpoint,
    finishBook,
  }: {
    processor: ReturnType<typeof createFileProcessor>;
    writer: ScanWriter;
    reporter: ScanReporter;
    unstable: UnstableFiles;
    checkpoint: () => Promise<void>;
    /** Called after each file of the first pass. */
    finishBook: (path: string) => void;
  },
): Promise<void> => {
  const { progress } = reporter;
  progress.files_total = files.length;
  for (const file of files) {
    // Not awaited for each, because nearly all files of a rescan are unchanged.
    if (context.paused() || context.cancelled()) await checkpoint();
    progress.current_file = file.path;
    if (!processor.keep(file)) await processor.process(file);
    finishBook(file.path);
    progress.files_processed += 1;
    if (reporter.tick()) {
      checkDiskSpace(context.database);
      await breathe();
    }
  }
  writer.flush();
  const unfinished = filesWhere(files, ({ path }) => processor.waiting.has(path));
  for await (const { path, file } of unstable.whenStable(unfinished, context.cancelled)) {
    await checkpoint();
    if (file) await processor.process(file);
    else reporter.error(path, stillWritten);
  }
  for (const pauseMs of retryMs) {
    const again = [...processor.unavailable.keys()];
    if (again.length > 0) await delay(pauseMs);
    processor.unavailable.clear();
    for (const file of again) {
      await checkpoint();
      await processor.process(file);
    }
  }
  // Keeps the known data of these books; the next scan reads them.
  for (const [{ path }, message] of processor.unavailable) reporter.error(path, message);
  progress.current_file = null;
  writer.flush();
};
