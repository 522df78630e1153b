/** A file of the app failed to load twice. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    // The router recognizes a new app version by the browser's error message.
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PartNotLoaded';
  }
}

/** Delay before the retry (ms), enough for a change of network. */
const restMs = 400;

/** Imports a module, with one retry. @throws PartNotLoaded */
export const retried = async <Module>(
  load: () => Promise<Module>,
  rest = restMs,
): Promise<Module> => {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, rest));
    return load().catch((error: unknown) => {
      throw new PartNotLoaded(error);
    });
  }
};

/** Pause (ms) before a file is requested again, e.g. while the server restarts. */
const pauseMs = 10_000;

/** Imports a module that nobody waits for: a failed import is repeated until it succeeds. */
export const untilLoaded = async <Module>(
  load: () => Promise<Module>,
  pause = pauseMs,
): Promise<Module> => {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
};
