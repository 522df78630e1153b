import type { TFunction } from 'i18next';

import { commandName, type CommandId } from './bindings.ts';

/** What a command does, in the person's language. */
export const commandLabel = (t: TFunction<'commands'>, id: CommandId): string =>
  // A test holds the texts to the catalogue; the types cannot pair the two.
  t(commandName(id) as 'global.palette');
