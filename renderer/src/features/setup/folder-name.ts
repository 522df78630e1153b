/** The last part of a path of either kind of system, as a first guess of a library's name. */
export const folderName = (path: string): string =>
  path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

/** A guess of how a folder is read, from the words in its path. */
export const guessDirection = (path: string): 'ltr' | 'rtl' | 'webtoon' => {
  const name = folderName(path).toLowerCase();
  if (/manga|tankobon|tankoubon|漫画/.test(name)) return 'rtl';
  if (/webtoon|manhwa|manhua/.test(name)) return 'webtoon';
  return 'ltr';
};
