import { vi } from 'vitest';

/** Vitest's own limit is a second, which a test beside two others can exceed; that of `expect.poll` is the same. */
const usual = 10_000;
/** Wine multiplies waiting times, up to a limit in ms below the timeout of a test. */
const factor = process.platform === 'win32' ? 4 : 1;
const longest = 80_000;

const original = Symbol.for('octavo.wait-for');
// Each file in a shared process loads this module again.
const shared = globalThis as unknown as Record<symbol, typeof vi.waitFor | undefined>;
const waitFor = (shared[original] ??= vi.waitFor.bind(vi));

/** Extends every wait, because threads and servers load their modules slowly beside other work and under Wine. */
vi.waitFor = async (callback, options = {}) => {
  const { timeout = usual, ...others } =
    typeof options === 'number' ? { timeout: options } : options;
  const patient = Math.max(timeout, Math.min(timeout * factor, longest));
  return waitFor(callback, { ...others, timeout: patient });
};
