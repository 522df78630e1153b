import { must, type Target } from '../target.ts';

export const target: Target = {
  seeds: () => [Buffer.from('a harmless beginning')],
  tokens: ['boom'],
  run: (input) => {
    must(!input.includes('boom'), 'nothing goes boom');
    return '';
  },
};
