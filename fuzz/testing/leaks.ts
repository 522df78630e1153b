import type { Target } from '../target.ts';

const kept: Buffer[] = [];
let keptAt = 0;

export const target: Target = {
  seeds: () => [Buffer.from('a harmless beginning')],
  tokens: ['x'],
  run: () => {
    // By time and not by input, so that a quick machine is left its memory.
    if (performance.now() - keptAt < 5) return '';
    keptAt = performance.now();
    kept.push(Buffer.alloc(1024 * 1024, 1));
    return '';
  },
};
