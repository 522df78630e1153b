import type { Target } from '../target.ts';

export const target: Target = {
  seeds: () => [Buffer.from('a harmless beginning')],
  tokens: ['forever'],
  run: (input) => {
    while (input.includes('forever'));
    return '';
  },
};
