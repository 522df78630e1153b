/** The paths below a folder: those from `prefix` on and before `end`, in the order of their bytes. */
export const folderRange = (folder: string): { prefix: string; end: string } =>
  folder === ''
    ? { prefix: '', end: '\u{10ffff}' }
    : // The sign after a slash.
      { prefix: `${folder}/`, end: `${folder}0` };
