import type { CommandOf } from '../../../commands/catalogue.ts';
import type { Side } from './navigation.ts';

export type Command = CommandOf<'comic'>;

const arrows = {
  'turn-left': 'left',
  'turn-right': 'right',
  'turn-up': 'up',
  'turn-down': 'down',
} as const satisfies Partial<Record<Command, Side>>;

export type ArrowCommand = keyof typeof arrows;

/** The side of an arrow key. */
export const sideOf = (command: ArrowCommand): Side => arrows[command];
