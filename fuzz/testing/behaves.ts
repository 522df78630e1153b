import type { Target } from '../target.ts';

export const target: Target = {
  seeds: () => [Buffer.from('a harmless beginning')],
  tokens: ['x'],
  run: (input) => `${input.length % 7}`,
};
