import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useUserPreference } from '../ui/user-preferences.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { ButtonLink } from '../ui/layout/links.tsx';
import { chordsOf, commandName, keyboardPreference, type CommandId } from './bindings.ts';
import { commandsOf, scopes, type Scope } from './catalogue.ts';
import { ChordKeys } from './chord-keys.tsx';
import { commandLabel } from './label.ts';
import { closeShortcutSheet, useShortcutSheet } from './sheet-store.ts';
import classes from './shortcut-sheet.module.css';
import { activeCommands } from './use-commands.ts';

/** Lists all shortcuts active on the page, with the user's bindings. */
export const ShortcutSheet = () => {
  const { t } = useTranslation('commands');
  const opened = useShortcutSheet(({ open }) => open);
  return (
    <Dialog title={t('title')} opened={opened} onClose={closeShortcutSheet} size={820}>
      {opened && <Keys />}
    </Dialog>
  );
};

const Keys = () => {
  const { t } = useTranslation('commands');
  // Snapshot from opening the sheet.
  const [active] = useState(activeCommands);
  // The scope in front comes first.
  const order: readonly Scope[] = [...scopes.filter((scope) => scope !== 'global'), 'global'];
  return (
    <>
      <div className={classes.groups}>
        {order.map((scope) => (
          <Group
            key={scope}
            scope={scope}
            commands={commandsOf(scope)
              .map((command): CommandId => ({ scope, command }))
              .filter((id) => active.has(commandName(id)))}
          />
        ))}
      </div>
      {active.has('comic.leave') && <p className={classes.note}>{t('touch')}</p>}
      <ButtonLink
        to="/settings/keyboard"
        variant="default"
        mt={18}

        onClick={closeShortcutSheet}
      >
        {t('change')}
      </ButtonLink>
    </>
  );
};

const Group = ({ scope, commands }: { scope: Scope; commands: readonly CommandId[] }) => {
  const { t } = useTranslation('commands');
  const [overrides] = useUserPreference(keyboardPreference);
  const bound = commands
    .map((id) => ({ id, chords: chordsOf(id, overrides) }))
    .filter(({ chords }) => chords.length > 0);
  if (bound.length === 0) return null;
  return (
    <section className={classes.group} aria-label={t(`scopes.${scope}`)}>
      <h3>{t(`scopes.${scope}`)}</h3>
      <dl>
        {bound.map(({ id, chords }) => (
          <div key={id.command}>
            <dt>{commandLabel(t, id)}</dt>
            <dd>
              {chords.map((chord) => (
                <ChordKeys key={chord} chord={chord} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
