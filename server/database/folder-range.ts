/**
 * The range of paths below a folder: from `prefix` (inclusive) to `end` (exclusive), in byte order.
 */
export const folderRange = (folder: string): { prefix: string; end: string } =>
  folder === ''
    ? { prefix: '', end: '\u{10ffff}' }
    : // The sign after a slash.
      { prefix: `${folder}/`, end: `${folder}0` };
