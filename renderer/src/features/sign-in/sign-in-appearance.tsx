import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { languages, setPreference, type Language } from '../../ui/preferences.ts';
import classes from './sign-in.module.css';

/** Language and colours, which this browser keeps after signing in too. */
export const SignInAppearance = () => {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.appearance}>
      <SegmentedControl
        fullWidth
        aria-label={t('language.label')}
        value={i18n.language}
        onChange={(value) => setPreference({ language: value as Language })}
        data={languages.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('theme.label')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={(['light', 'dark', 'auto'] as const).map((value) => ({
          value,
          label: t(`theme.${value}`),
        }))}
      />
    </div>
  );
};
