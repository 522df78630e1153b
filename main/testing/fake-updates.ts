import type { Release, UpdateChannel, UpdatesPort } from '../ports.ts';

export type FakeUpdates = {
  -readonly [Key in keyof UpdatesPort]: UpdatesPort[Key];
} & {
  /** The release published on each channel. */
  published: Partial<Record<UpdateChannel, Release>>;
  /** The error of the next operation. */
  failure: Error | null;
  /** Channels checked so far, the oldest first. */
  checked: UpdateChannel[];
  downloads: number;
  /** Advances a download; 1 completes it. */
  arrive(fraction: number): void;
  installed: boolean;
};

/** Fake releases; downloads advance only when the test says so. */
export const fakeUpdates = (): FakeUpdates => {
  let onProgress: (fraction: number) => void = () => undefined;
  let completed = Promise.withResolvers<undefined>();
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
      completed = Promise.withResolvers<undefined>();
      if (updates.failure) completed.reject(updates.failure);
      return completed.promise;
    },
    arrive: (fraction) => {
      onProgress(fraction);
      if (fraction === 1) completed.resolve(undefined);
    },
    install: async () => {
      fail();
      updates.installed = true;
    },
  };
  return updates;
};
