/** A WebDriver BiDi connection: https://w3c.github.io/webdriver-bidi/ */
export interface Bidi {
  send<Result = unknown>(method: string, params: object): Promise<Result>;
  close(): void;
}

interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
}

const patienceMs = 40_000;

export const connectBidi = async (address: string): Promise<Bidi> => {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`No answer at ${address}`)), {
      once: true,
    });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return {
    send: <Result>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        last += 1;
        const id = last;
        const timer = setTimeout(
          () => reject(new Error(`Waited ${patienceMs / 1000} s in vain for ${method}`)),
          patienceMs,
        );
        waiting.set(id, ({ type, result, message }) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (type === 'success') resolve(result as Result);
          else reject(new Error(`${method}: ${message ?? 'refused'}`));
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
};
