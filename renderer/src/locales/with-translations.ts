import { addLazyTexts } from './load-texts.ts';

/** Loads a lazy module together with its translations. */
export const withTranslations = async <Module>(
  part: Promise<Module>,
  addTexts = addLazyTexts,
): Promise<Module> => {
  const [loaded] = await Promise.all([part, addTexts()]);
  return loaded;
};
