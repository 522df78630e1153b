import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useCommands } from '../../commands/use-commands.ts';
import { togglePalette } from '../../features/palette/palette-store.ts';
import { toggleSidebar } from '../../ui/preferences.ts';

/** Shortcuts of every view except the readers. */
export const useShellCommands = (): void => {
  const { history, navigate } = useRouter();
  const handlers = useMemo(
    () => ({
      palette: togglePalette,
      back: () => history.back(),
      forward: () => history.forward(),
      settings: () => void navigate({ to: '/settings' }),
      rail: toggleSidebar,
    }),
    [history, navigate],
  );
  useCommands('global', handlers);
};
