import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';

import { desktop } from '../desktop.ts';
import { usePreferences } from '../preferences.ts';

/** Tells the desktop shell of the colours and the language, now and when others are chosen. */
export const useSharedLook = (): void => {
  const { colorScheme } = useMantineColorScheme();
  const language = usePreferences((preferences) => preferences.language);
  useEffect(() => {
    // A window that looks otherwise is no reason to disturb anybody.
    desktop?.setLook?.({ colorScheme, language }).catch(() => undefined);
  }, [colorScheme, language]);
};
