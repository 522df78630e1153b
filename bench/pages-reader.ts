import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Length of the body (bytes). */
  length: number;
  etag: string | null;
}

export interface Reader {
  /**
   * Sends a request and reads the whole response; sequential. Throws unless the status is 200 or
   * 304.
   */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  close(): void;
}

/**
 * A keep-alive connection that discards the body: a client more expensive than the server would
 * distort the result.
 */
export const createReader = (base: string, token?: string): Reader => {
  const { hostname, port, host } = new URL(base);
  const open = async (): Promise<Socket> => {
    const opened = connect(Number(port), hostname).setNoDelay(true);
    await once(opened, 'connect');
    return opened;
  };
  // Opened with the first request: the server closes connections that send nothing with a 408.
  let socket: Socket | null = null;
  const common = `Host: ${host}\r\n${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}`;
  return {
    async get(path, headers = {}) {
      const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      // The server closes connections after seconds without requests.
      if (socket === null || socket.destroyed || socket.readableEnded) socket = await open();
      const answer = readAnswer(socket);
      socket.write(`GET ${path} HTTP/1.1\r\n${common}${extra.join('')}\r\n`);
      const { status, length, etag } = await answer;
      if (status !== 200 && status !== 304) throw new Error(`${base}${path}: ${status}`);
      return { status, length, etag };
    },
    close: () => socket?.destroy(),
  };
};

const readAnswer = (socket: Socket): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let answer: Answer | null = null;
    let missing = 0;
    const finish = (end: () => void) => {
      socket.off('data', onData).off('error', onEnd).off('close', onEnd);
      end();
    };
    const onEnd = () => finish(() => reject(new Error('The server hung up')));
    const onData = (chunk: Buffer) => {
      if (answer) {
        missing -= chunk.length;
      } else {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        answer = parseHead(head.toString('latin1', 0, end));
        missing = answer.length - (head.length - end - 4);
      }
      const whole = answer;
      if (missing <= 0) finish(() => resolve(whole));
    };
    socket.on('data', onData).on('error', onEnd).on('close', onEnd);
  });

const parseHead = (head: string): Answer => {
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
  const status = Number(head.slice(9, 12));
  const length = field('content-length');
  if (length === undefined && status !== 304) throw new Error(`No length was given:\n${head}`);
  return { status, length: Number(length ?? 0), etag: field('etag') ?? null };
};
