import { vi } from 'vitest';

import { listenTo, type StreamEvent } from '../testing/event-stream.ts';
import { patience, type ConformanceServer, type Json } from './fixture.ts';

export interface EventStream {
  /** Data of all events with that name so far. */
  of(name: string): Json[];
  /** Waits for the first event with that name and these fields; returns its data. */
  next(name: string, fields?: Json): Promise<Json>;
}

/** Listens to a stream, as the admin, during an operation. */
export const whileListening = async (
  fixture: Pick<ConformanceServer, 'request'>,
  path: string,
  work: (stream: EventStream) => Promise<void>,
): Promise<void> => {
  const { events, close } = await listenTo(fixture, path);
  try {
    await work({
      of: (name) => events.filter((event) => event.name === name).map(({ data }) => data),
      next: (name, fields = {}) => arrived(events, name, fields),
    });
  } finally {
    close();
  }
};

const arrived = (events: readonly StreamEvent[], name: string, fields: Json): Promise<Json> =>
  vi.waitFor(() => {
    const fits = (data: Json) =>
      Object.entries(fields).every(([field, value]) => data[field] === value);
    const found = events.find((event) => event.name === name && fits(event.data));
    if (!found) throw new Error(`No ${name} with ${JSON.stringify(fields)} arrived`);
    return found.data;
  }, patience);

/** Opens a stream; returns a function for the text received so far. */
export const readStream = async (
  { request }: Pick<ConformanceServer, 'request'>,
  path: string,
): Promise<{ response: Response; text: () => string; close: () => void }> => {
  const abort = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const response = await request(path, { headers, signal: abort.signal });
  let text = '';
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  };
  // Closing aborts the read.
  void read().catch(() => undefined);
  return { response, text: () => text, close: () => abort.abort() };
};
