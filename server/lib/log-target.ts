import { closeSync, mkdirSync, openSync, renameSync, statSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Text that waits for a slow target, characters; further lines are dropped. */
const maxWaiting = 1_000_000;
const busyMs = 100;

export interface LogTarget {
  write(line: string): void;
}

/**
 * Writes lines to what `target` opens, without waiting. Drops lines that cannot be written, because a
 * full disk or a closed terminal must not stop the server: SonicBoom, pino's own target, ends the
 * process then, or hangs it.
 */
const createTarget = (target: () => number | null): LogTarget => {
  let waiting = '';
  let writing = Buffer.alloc(0);
  const flush = () => {
    const fd = target();
    try {
      if (fd !== null) writeSync(fd, Buffer.concat([writing, Buffer.from(waiting)]));
    } catch {
      // Nobody is left to tell.
    }
  };
  const send = (fd: number) =>
    write(fd, writing, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => send(fd), busyMs).unref();
        return;
      }
      writing = error ? Buffer.alloc(0) : writing.subarray(written);
      if (writing.length > 0) send(fd);
      else begin();
    });
  const begin = () => {
    const fd = waiting === '' ? null : target();
    writing = Buffer.from(fd === null ? '' : waiting);
    waiting = '';
    // Registered only while something is pending, because a server can be started many times.
    process.off('exit', flush);
    if (fd === null) return;
    process.on('exit', flush);
    send(fd);
  };
  return {
    write: (line) => {
      if (waiting.length + line.length > maxWaiting) return;
      waiting += line;
      if (writing.length === 0) begin();
    },
  };
};

export const createErrorOutput = (): LogTarget => createTarget(() => 2);

/**
 * Appends to a file that only its user can read. At `maxBytes` it becomes the file of the same name
 * with `.old`, and a new one begins.
 */
export const createLogFile = (path: string, maxBytes = 5_000_000): LogTarget => {
  let open: { fd: number } | null = null;
  const isFull = () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= maxBytes;
  const fd = () => {
    try {
      if (open && isFull()) {
        closeSync(open.fd);
        open = null;
      }
      if (!open) {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        if (isFull()) renameSync(path, `${path}.old`);
        open = { fd: openSync(path, 'a', 0o600) };
      }
      return open.fd;
    } catch {
      // No log is better than no server.
      return null;
    }
  };
  return createTarget(fd);
};
