/** Paused scans. In memory only, so a server restart resumes them all. */
export const createPauseFlags = () => {
  const switches = new Map<string, Int32Array>();
  const flagOf = (taskId: string): Int32Array => {
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
    /** A shared number read by the scanner thread: not 0 while the scan is paused. */
    flagOf,
    set: (taskId: string, paused: boolean) => void Atomics.store(flagOf(taskId), 0, paused ? 1 : 0),
    /** Removes the flag of a finished scan. */
    forget: (taskId: string) => void switches.delete(taskId),
  };
};
