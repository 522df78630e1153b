/** An absolute path at the beginning of a word, on any system. */
const absolutePath = /(?<![^\s("'“‘])(?:\/|\\\\|[a-z]:[\\/])[^\s/\\]/i;

export const hiddenReason =
  'The reason names a folder that only people who can change libraries see.';

/**
 * A sentence for people who cannot change libraries, and so do not see where folders are: the folder of the library has
 * its name instead, and a sentence that names another one is left out.
 */
export const redactPaths = (
  sentence: string,
  library: { name: string; path: string } | undefined,
): string => {
  const named = library ? sentence.replaceAll(library.path, () => library.name) : sentence;
  return absolutePath.test(named) ? hiddenReason : named;
};
