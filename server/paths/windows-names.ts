/**
 * Whether Windows takes this name of a file or a folder for another: a device such as `NUL`, `com1.txt` or `con .v2`,
 * or the same without the dots and blanks at its end.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
 */
export const isOddOnWindows = (name: string): boolean =>
  /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)|[. ]$/i.test(name);
