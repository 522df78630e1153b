import { useTranslation } from 'react-i18next';

import { chordKeys } from './chord.ts';
import classes from './chord-keys.module.css';

/** Renders a chord as key caps. */
export const ChordKeys = ({ chord }: { chord: string }) => {
  const { t } = useTranslation('commands');
  const names: Record<string, string> = {
    Space: t('keys.space'),
    Home: t('keys.home'),
    End: t('keys.end'),
    PageUp: t('keys.pageUp'),
    PageDown: t('keys.pageDown'),
    Enter: t('keys.enter'),
    Shift: t('keys.shift'),
    Ctrl: t('keys.ctrl'),
  };
  return (
    <span className={classes.chord}>
      {chordKeys(chord).map((key) => (
        <kbd key={key}>{names[key] ?? key}</kbd>
      ))}
    </span>
  );
};
