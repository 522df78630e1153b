/** Whether a test is left out because it runs on Windows; says so, with the reason. */
export const leftOutOnWindows = (reason: string): boolean => {
  if (process.platform !== 'win32') return false;
  process.stdout.write(`Left out on Windows: ${reason}\n`);
  return true;
};
