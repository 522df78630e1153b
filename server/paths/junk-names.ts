/** Lower-case names of folders created by operating systems and storage devices. */
const junkFolders = new Set([
  '__macosx',
  '@eadir',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'system volume information',
  'lost+found',
]);

/** Whether an operating system or a storage device creates a folder of this name. */
export const isJunkFolder = (name: string): boolean => junkFolders.has(name.toLowerCase());

/**
 * Whether a name belongs to a system file rather than to the user: files of macOS (`.DS_Store`,
 * `._1.cbz`, `.Spotlight-V100`, `__MACOSX`), other systems and storage devices. All hidden names
 * count.
 */
export const isJunkName = (name: string): boolean => name.startsWith('.') || isJunkFolder(name);
