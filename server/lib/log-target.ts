import { closeSync, mkdirSync, openSync, renameSync, statSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Text that waits for a slow target, characters; further lines are dropped. */
const maxWaiting = 1_000_000;
const busyMs = 100;

export interface LogTarget {
  write(line: string): void;
}

interface Output {
  /** A file descriptor, or null if nothing can be written. */
  open(): number | null;
  close(fd: number): void;
}

/**
 * Writes lines without waiting, to a file that is only open meanwhile: Windows replaces no open file. Drops
 * lines that cannot be written, because a full disk or a closed terminal must not stop the server: SonicBoom,
 * pino's own target, ends the process then, or hangs it.
 */
const createTarget = ({ open, close }: Output): LogTarget => {
  let waiting = '';
  let writing = Buffer.alloc(0);
  let fd: number | null = null;
  const flush = () => {
    try {
      if (fd !== null) writeSync(fd, Buffer.concat([writing, Buffer.from(waiting)]));
    } catch {
      // Nobody is left to tell.
    }
  };
  const send = (target: number) =>
    write(target, writing, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => send(target), busyMs).unref();
        return;
      }
      writing = error ? Buffer.alloc(0) : writing.subarray(written);
      if (writing.length > 0) send(target);
      else begin();
    });
  const begin = () => {
    if (fd !== null) close(fd);
    fd = waiting === '' ? null : open();
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

export const createErrorOutput = (): LogTarget =>
  createTarget({ open: () => 2, close: () => undefined });

/**
 * Appends to a file that only its user can read. At `maxBytes` it becomes the file of the same name
 * with `.old`, and a new one begins.
 */
export const createLogFile = (path: string, maxBytes = 5_000_000): LogTarget => {
  const startAnew = () => {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < maxBytes) return;
    try {
      renameSync(path, `${path}.old`);
    } catch {
      // Another program has one of them open: the full file goes on.
    }
  };
  const open = () => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      startAnew();
      return openSync(path, 'a', 0o600);
    } catch {
      // No log is better than no server.
      return null;
    }
  };
  const close = (fd: number) => {
    try {
      closeSync(fd);
    } catch {
      // Drives of the network report late that a line could not be written.
    }
  };
  return createTarget({ open, close });
};
