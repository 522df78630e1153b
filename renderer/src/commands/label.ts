import type { TFunction } from 'i18next';

import { commandName, type CommandId } from './bindings.ts';

/** The localized name of a command. */
export const commandLabel = (t: TFunction<'commands'>, id: CommandId): string =>
  // A test compares the translations with the catalogue; the types cannot.
  t(commandName(id) as 'global.palette');
