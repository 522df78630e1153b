import { useTranslation } from 'react-i18next';

import { chordKeys } from './chord.ts';
import classes from './chord-keys.module.css';

/** The keys of a chord, as they are labelled on a keyboard of the language. */
export const useKeyNames = (): ((chord: string) => string[]) => {
  const { t } = useTranslation(['commands', 'common']);
  const names: Record<string, string> = {
    Space: t('keys.space'),
    Home: t('keys.home'),
    End: t('keys.end'),
    PageUp: t('keys.pageUp'),
    PageDown: t('keys.pageDown'),
    Enter: t('keys.enter'),
    Shift: t('keys.shift'),
    Ctrl: t('common:shell.ctrl'),
  };
  return (chord) => chordKeys(chord).map((key) => names[key] ?? key);
};

/** Renders a chord as key caps. */
export const ChordKeys = ({ chord }: { chord: string }) => {
  const names = useKeyNames();
  return (
    <span className={classes.chord}>
      {names(chord).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
};
