/** A part whose texts are loaded with it: the first page does without them. */
export const withTexts = async <Module>(part: Promise<Module>): Promise<Module> => {
  const [loaded, { addLaterTexts }] = await Promise.all([part, import('../locales/later.ts')]);
  addLaterTexts();
  return loaded;
};
