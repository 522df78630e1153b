/** Last segment of a Windows or POSIX path; the suggested library name. */
export const folderName = (path: string): string =>
  path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

/** Guesses the reading direction from words in the path. */
export const guessDirection = (path: string): 'ltr' | 'rtl' | 'webtoon' => {
  const name = folderName(path).toLowerCase();
  if (/manga|tankobon|tankoubon|漫画/.test(name)) return 'rtl';
  if (/webtoon|manhwa|manhua/.test(name)) return 'webtoon';
  return 'ltr';
};
