import { useComputedColorScheme } from '@mantine/core';

/** Whether the page is dark, by choice or by the system. */
export const useIsDark = (): boolean =>
  useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
