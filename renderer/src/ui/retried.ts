/** A file of the app could not be loaded, though it was asked for twice. */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    // The router knows by the words of the browser that a new version has other files.
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PartNotLoaded';
  }
}

/** Long enough for a network that changes over. */
const restMs = 400;

/** Loads a file of the app, and once more where that fails. @throws PartNotLoaded */
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
