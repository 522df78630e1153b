/**
 * Whether Windows takes this name of a file or a folder for another: a device such as `NUL` or `com1.txt`, or the
 * same without the dots and blanks at its end.
 */
export const isOddOnWindows = (name: string): boolean =>
  /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[. ]$/i.test(name);
