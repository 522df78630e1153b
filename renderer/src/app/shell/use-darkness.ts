import { useComputedColorScheme } from '@mantine/core';

/** True while the page is dark, by choice or because the system is. */
export const useDarkness = (): boolean =>
  useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
