import type { Target } from '../target.ts';

export const target: Target = {
  seeds: () => [Buffer.from('a harmless beginning')],
  tokens: ['for ever'],
  run: (input) => {
    while (input.includes('for ever'));
    return '';
  },
};
