import type { Release, UpdateChannel, UpdatesPort } from '../ports.ts';

export type FakeUpdates = {
  -readonly [Key in keyof UpdatesPort]: UpdatesPort[Key];
} & {
  /** What is published on each channel. */
  published: Partial<Record<UpdateChannel, Release>>;
  /** What goes wrong next, at whatever is done. */
  failure: Error | null;
  /** Channels that were looked at, the oldest first. */
  checked: UpdateChannel[];
  downloads: number;
  /** Lets a download go so far; 1 ends it. */
  arrive(fraction: number): void;
  installed: boolean;
};

/** Releases as they are published; nothing is fetched until the test says how far it is. */
export const fakeUpdates = (): FakeUpdates => {
  let onProgress: (fraction: number) => void = () => undefined;
  let whole = Promise.withResolvers<undefined>();
  const fail = () => {
    if (updates.failure) throw updates.failure;
  };
  const updates: FakeUpdates = {
    isPossible: true,
    installsOnQuit: true,
    published: {},
    failure: null,
    checked: [],
    downloads: 0,
    installed: false,
    check: async (channel) => {
      updates.checked.push(channel);
      fail();
      return updates.published[channel] ?? null;
    },
    download: (listener) => {
      updates.downloads += 1;
      onProgress = listener;
      whole = Promise.withResolvers<undefined>();
      if (updates.failure) whole.reject(updates.failure);
      return whole.promise;
    },
    arrive: (fraction) => {
      onProgress(fraction);
      if (fraction === 1) whole.resolve(undefined);
    },
    install: async () => {
      fail();
      updates.installed = true;
    },
  };
  return updates;
};
