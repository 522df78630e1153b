import { checkConnection } from '../../api/connection.ts';
import { onConnectionBack, useConnection } from '../../api/connection-store.ts';
import { delay } from './delay.ts';

/** A file of the app failed to load twice. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    // The router takes the browser's error message for a new version of the app, and
    // reloads the page.
    const isNewVersion = cause instanceof Error && !useConnection.getState().lost;
    super(isNewVersion ? cause.message : 'lost', { cause });
    this.name = 'PartNotLoaded';
  }
}

/** Delay before the retry (ms), enough for a change of network. */
const restMs = 400;

/** Imports a module, with one retry. @throws PartNotLoaded */
export const importWithRetry = async <Module>(
  load: () => Promise<Module>,
  rest = restMs,
): Promise<Module> => {
  try {
    return await load();
  } catch {
    await delay(rest);
    return load().catch(async (error: unknown) => {
      await checkConnection();
      throw new PartNotLoaded(error);
    });
  }
};

/** Pause (ms) before a file is requested again, e.g. while the server restarts. */
const pauseMs = 10_000;

const untilConnectionBack = (pause: number) =>
  new Promise<void>((resolve) => {
    const stop = onConnectionBack(end);
    const timer = setTimeout(end, pause);
    function end() {
      stop();
      clearTimeout(timer);
      resolve();
    }
  });

/**
 * Imports a module that nobody waits for: a failed import is repeated, at once when the connection returns, until it
 * succeeds.
 */
export const importUntilLoaded = async <Module>(
  load: () => Promise<Module>,
  pause = pauseMs,
): Promise<Module> => {
  for (;;) {
    try {
      return await load();
    } catch {
      await untilConnectionBack(pause);
    }
  }
};

/**
 * Shares one import between all who ask, because WebKit answers a second import of a module that is still
 * being evaluated with an empty one. A failed import is tried again.
 */
export const sharedImport = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let started: Promise<Module> | undefined;
  return () =>
    (started ??= load().catch((error: unknown) => {
      started = undefined;
      throw error;
    }));
};
