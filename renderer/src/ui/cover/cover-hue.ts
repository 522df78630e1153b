/** The hue of a drawn cover (degrees): the same for a title everywhere, in steps that can be told apart. */
export const hueOf = (title: string): number => {
  let hash = 0;
  for (const letter of title) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % 12) * 30;
};
