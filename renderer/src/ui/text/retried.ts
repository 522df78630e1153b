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

/**
 * Imports a module, with one retry if that fails or `name` is not exported yet: WebKit answers a second
 * import of a module that is still being evaluated with an empty one. @throws PartNotLoaded
 */
export const retried = async <Module extends object>(
  load: () => Promise<Module>,
  name?: keyof Module,
  rest = restMs,
): Promise<Module> => {
  const attempt = async () => {
    const loaded = await load();
    if (name !== undefined && loaded[name] === undefined)
      throw new TypeError(`Importing a module exported no ${String(name)}`);
    return loaded;
  };
  try {
    return await attempt();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, rest));
    return attempt().catch((error: unknown) => {
      throw new PartNotLoaded(error);
    });
  }
};
