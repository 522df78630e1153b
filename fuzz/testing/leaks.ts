import type { Target } from '../target.ts';

const kept: Buffer[] = [];
let keptAt = 0;

export const target: Target = {
  seeds: () => [Buffer.from('a harmless beginning')],
  tokens: ['x'],
  run: () => {
    // Limited by time, not by input, so that a fast machine does not run out of memory.
    if (performance.now() - keptAt < 5) return '';
    keptAt = performance.now();
    kept.push(Buffer.alloc(1024 * 1024, 1));
    return '';
  },
};
