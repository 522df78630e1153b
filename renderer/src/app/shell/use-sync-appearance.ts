import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

import { desktop } from '../../api/desktop.ts';
import { usePreferences } from '../../ui/preferences.ts';

/** Publishes colour scheme and language to the desktop shell, initially and on change. */
export const useSyncAppearance = (): void => {
  const { colorScheme } = useMantineColorScheme();
  const language = usePreferences((preferences) => preferences.language);
  useEffect(() => {
    // Ignored: wrong colours in a window are not worth an error message.
    desktop?.setLook?.({ colorScheme, language }).catch(() => undefined);
  }, [colorScheme, language]);
};
