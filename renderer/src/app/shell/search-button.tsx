import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useUserPreference } from '../../ui/user-preferences.ts';
import { chordsOf, keyboardPreference } from '../../commands/bindings.ts';
import { chordLabel } from '../../commands/chord.ts';
import { openPalette } from '../../features/palette/palette-store.ts';
import classes from './search-button.module.css';

const paletteCommand = { scope: 'global', command: 'palette' } as const;

/** Looks like a search field and opens the command palette. */
export const SearchButton = () => {
  const { t } = useTranslation();
  const [overrides] = useUserPreference(keyboardPreference);
  const [chord] = chordsOf(paletteCommand, overrides);
  return (
    <button
      type="button"
      className={classes.field}
      aria-label={t('shell.search')}
      aria-haspopup="dialog"
      onClick={openPalette}
    >
      <IconSearch size={17} stroke={1.7} aria-hidden />
      <span className={classes.text}>{t('shell.searchField')}</span>
      {chord !== undefined && (
        <kbd className={classes.keys}>{chordLabel(chord).replace('Ctrl', t('shell.ctrl'))}</kbd>
      )}
    </button>
  );
};
