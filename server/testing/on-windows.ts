/** Whether a test is skipped on Windows; logs the reason. */
export const leftOutOnWindows = (reason: string): boolean => {
  if (process.platform !== 'win32') return false;
  process.stdout.write(`Left out on Windows: ${reason}\n`);
  return true;
};
