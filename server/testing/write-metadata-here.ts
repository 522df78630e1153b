import { runJobHere } from './run-job-here.ts';

/** Applies or undoes a plan in this thread, where file operations can be made to fail. */
export const writeMetadataHere = (
  dataDir: string,
  writeId: string,
  step: 'apply' | 'undo',
): Promise<void> => runJobHere(dataDir, { kind: 'write_metadata', writeId, step });
