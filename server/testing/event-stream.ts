import type { TestServer } from './server.ts';

export interface StreamEvent {
  name: string;
  data: Record<string, unknown>;
}

/** Opens an event stream and collects its events; resolves when it is open. */
export const listenTo = async (
  octavo: Pick<TestServer, 'request'>,
  path: string,
): Promise<{ events: StreamEvent[]; close: () => void }> => {
  const abort = new AbortController();
  const response = await octavo.request(path, { signal: abort.signal });
  const events: StreamEvent[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const name = /^event: (.*)$/m.exec(frame)?.[1];
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (name !== undefined && data !== undefined) {
          events.push({ name, data: JSON.parse(data) as Record<string, unknown> });
        }
      }
    }
  };
  void read().catch(() => undefined);
  return { events, close: () => abort.abort() };
};
