/** Which scans are paused. It is kept in memory only, so a restart of the server resumes them all. */
export const createScanPauses = () => {
  const switches = new Map<string, Int32Array>();
  const switchOf = (taskId: string): Int32Array => {
    const known = switches.get(taskId);
    if (known) return known;
    const fresh = new Int32Array(new SharedArrayBuffer(4));
    switches.set(taskId, fresh);
    return fresh;
  };
  const isPaused = (taskId: string): boolean => {
    const known = switches.get(taskId);
    return known !== undefined && Atomics.load(known, 0) !== 0;
  };
  return {
    isPaused,
    /** One number that the scanner's thread looks at too: not 0 while the scan is to wait. */
    switchOf,
    set: (taskId: string, paused: boolean) =>
      void Atomics.store(switchOf(taskId), 0, paused ? 1 : 0),
    /** The scan is over. */
    forget: (taskId: string) => void switches.delete(taskId),
  };
};
