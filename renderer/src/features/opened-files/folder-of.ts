/** Folder of a Windows or POSIX path: `C:\Books\a.cbz` → `C:\Books`, `/a.cbz` → `/`. */
export const folderOf = (path: string): string => {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  const folder = path.slice(0, end);
  return folder === '' || /^[a-z]:$/i.test(folder) ? path.slice(0, end + 1) : folder;
};
