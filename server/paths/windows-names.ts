/**
 * Whether Windows interprets this file or folder name differently: a device such as `NUL`,
 * `com1.txt` or `con .v2`, or without its trailing dots and spaces.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
export const isOddOnWindows = (name: string): boolean =>
  /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)|[. ]$/i.test(name);
