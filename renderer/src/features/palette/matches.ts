/** Lower case without diacritics, as the server compares too. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether every word that was typed begins a word of the label; nothing typed fits everything. */
export const matches = (typed: string, label: string): boolean => {
  const words = plain(label).split(/[^\p{L}\p{N}]+/u);
  return plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => words.some((candidate) => candidate.startsWith(word)));
};
