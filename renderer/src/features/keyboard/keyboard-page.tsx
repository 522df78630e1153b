import { Button } from '@mantine/core';
import { IconKeyboardOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { SearchField } from '../../ui/controls/search-field.tsx';
import { useUserPreference } from '../../ui/user-preferences.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import {
  chordsOf,
  commandName,
  keyboardPreference,
  type CommandId,
} from '../../commands/bindings.ts';
import { commandsOf, scopes, type Scope } from '../../commands/catalogue.ts';
import { useKeyNames } from '../../commands/chord-keys.tsx';
import { chordLabel } from '../../commands/chord.ts';
import { commandLabel } from '../../commands/label.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { CommandRow } from './command-row.tsx';
import classes from './keyboard.module.css';

/** All commands with their customizable shortcuts. */
export const KeyboardPage = () => {
  const { t } = useTranslation(['commands', 'common']);
  usePageTitle(t('title'), [{ label: t('common:nav.settings'), link: { to: '/settings' } }]);
  const [overrides, change] = useUserPreference(keyboardPreference);
  const [recording, setRecording] = useState<string | null>(null);
  const [wanted, setWanted] = useState('');

  const keyNames = useKeyNames();
  const fits = (id: CommandId) => {
    const keys = chordsOf(id, overrides).flatMap((chord) => [
      chordLabel(chord),
      keyNames(chord).join('+'),
    ]);
    return [commandLabel(t, id), ...keys].some((text) =>
      text.toLowerCase().includes(wanted.trim().toLowerCase()),
    );
  };
  const groups = scopes
    .map((scope) => ({
      scope,
      ids: commandsOf(scope)
        .map((command): CommandId => ({ scope, command }))
        .filter(fits),
    }))
    .filter(({ ids }) => ids.length > 0);

  const resetAll = () => {
    void change({});
    offerUndo({ text: t('resetDone'), undo: () => change(overrides) });
  };

  return (
    <Page>
      <div className={settings.column}>
        <PageTitle
          aside={
            Object.keys(overrides).length > 0 && (
              <Button variant="default" onClick={resetAll}>
                {t('resetAll')}
              </Button>
            )
          }
        >
          {t('title')}
        </PageTitle>
        <SearchField
          label={t('search')}
          className={classes.search}
          value={wanted}
          onChange={setWanted}
        />
        {groups.map(({ scope, ids }) => (
          <Group key={scope} scope={scope}>
            {ids.map((id) => (
              <CommandRow
                key={commandName(id)}
                id={id}
                overrides={overrides}
                onChange={(next) => void change(next)}
                isRecording={recording === commandName(id)}
                onRecord={(on) => setRecording(on ? commandName(id) : null)}
              />
            ))}
          </Group>
        ))}
        {groups.length === 0 && (
          <EmptyState
            icon={<IconKeyboardOff stroke={1.25} />}
            title={t('none')}
            action={
              <Button variant="default" onClick={() => setWanted('')}>
                {t('clear')}
              </Button>
            }
          />
        )}
      </div>
    </Page>
  );
};

const Group = ({ scope, children }: { scope: Scope; children: ReactNode }) => {
  const { t } = useTranslation('commands');
  return (
    <Section title={t(`scopes.${scope}`)}>
      <ul className={settings.card}>{children}</ul>
    </Section>
  );
};
