import { useEffect } from 'react';

import type { Command } from './shortcuts.ts';
import type { RunCommand } from './use-commands.ts';

const commands: Partial<Record<string, Command>> = {
  MediaTrackNext: 'next',
  MediaTrackPrevious: 'previous',
  MediaPlayPause: 'auto-scroll',
};

/** The media keys of a keyboard or a headset turn pages while a reader has the focus. */
export const useMediaKeys = (run: RunCommand): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commands[event.key];
      if (command === undefined) return;
      event.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [run]);
};
