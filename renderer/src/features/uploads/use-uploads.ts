import { useEffect, useRef, useState } from 'react';

import { sendFile } from './send-file.ts';

export type UploadState =
  | { kind: 'waiting' }
  /** The file has no content, so it is not sent. */
  | { kind: 'empty' }
  | { kind: 'sending'; share: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown };

export interface UploadRow {
  key: string;
  file: File;
  /** The name under which it is added. */
  name: string;
  state: UploadState;
}

const rowOf = (file: File): UploadRow => ({
  key: crypto.randomUUID(),
  file,
  name: file.name,
  state: { kind: file.size === 0 ? 'empty' : 'waiting' },
});

const isCancelled = ({ signal }: AbortController): boolean => signal.aborted;

/** Uploads files one after the other; leaving the view cancels. */
export const useUploads = (libraryId: string, initial: readonly File[]) => {
  const [rows, setRows] = useState(() => initial.map(rowOf));
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const change = (key: string, changes: Partial<UploadRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changes } : row)));

  const start = async (folder: string): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setRunning(true);
    for (const { key, file, name } of rows.filter(({ state }) => state.kind === 'waiting')) {
      if (isCancelled(abort)) break;
      change(key, { state: { kind: 'sending', share: 0 } });
      const onProgress = (share: number) => change(key, { state: { kind: 'sending', share } });
      try {
        await sendFile(file, { libraryId, folder, name, signal: abort.signal, onProgress });
        change(key, { state: { kind: 'done' } });
      } catch (error) {
        change(key, {
          state: isCancelled(abort) ? { kind: 'waiting' } : { kind: 'failed', error },
        });
      }
    }
    setRunning(false);
  };

  return {
    rows,
    isRunning,
    start,
    stop: () => running.current?.abort(),
    add: (files: readonly File[]) => setRows((before) => [...before, ...files.map(rowOf)]),
    remove: (key: string) => setRows((before) => before.filter((row) => row.key !== key)),
    /** Queues a failed file again, under another name if one is given. */
    retry: ({ key, name }: UploadRow, other = name) =>
      change(key, { name: other, state: { kind: 'waiting' } }),
  };
};
