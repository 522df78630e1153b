/** Loads a lazy module together with its translations. */
export const withTranslations = async <Module>(part: Promise<Module>): Promise<Module> => {
  const [loaded, { loadLazyNamespaces }] = await Promise.all([
    part,
    import('./lazy-namespaces.ts'),
  ]);
  loadLazyNamespaces();
  return loaded;
};
