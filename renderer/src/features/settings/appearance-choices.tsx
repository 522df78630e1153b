import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { languages, type Language } from '../../../../shared/languages.ts';
import { setPreference, unreadMarks, usePreferences } from '../../ui/preferences.ts';

/** Light, dark or as the system; kept by this browser. */
export const ThemeChoice = ({ fullWidth = false }: { fullWidth?: boolean }) => {
  const { t } = useTranslation('settings');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth={fullWidth}
      aria-label={t('theme.label')}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={(['light', 'dark', 'auto'] as const).map((value) => ({
        value,
        label: t(`theme.${value}`),
      }))}
    />
  );
};

/** The language of the page; kept by this browser. */
export const LanguageChoice = ({ fullWidth = false }: { fullWidth?: boolean }) => {
  const { t, i18n } = useTranslation(['settings', 'common']);
  return (
    <SegmentedControl
      fullWidth={fullWidth}
      aria-label={t('language.label')}
      value={i18n.language}
      onChange={(value) => setPreference({ language: value as Language })}
      data={languages.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
    />
  );
};

/** Which unread series and books are marked on their covers; kept by this browser. */
export const UnreadMarksChoice = () => {
  const { t } = useTranslation('settings');
  return (
    <SegmentedControl
      aria-label={t('unreadMarks.label')}
      value={usePreferences((preferences) => preferences.unreadMarks)}
      onChange={(value) => setPreference({ unreadMarks: value })}
      data={unreadMarks.map((value) => ({ value, label: t(`unreadMarks.${value}`) }))}
    />
  );
};
