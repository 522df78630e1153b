/** Lower case without diacritics, like the server's comparison. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether each typed word is a prefix of a word in the label; true if nothing is typed. */
export const matches = (typed: string, label: string): boolean => {
  const words = plain(label).split(/[^\p{L}\p{N}]+/u);
  return plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => words.some((candidate) => candidate.startsWith(word)));
};
