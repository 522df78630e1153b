import { useEffect } from 'react';

import type { CommandOf } from '../../../commands/catalogue.ts';
import type { RunCommand } from '../../shell/reader-commands.ts';

const commands: Partial<Record<string, CommandOf<'comic'>>> = {
  MediaTrackNext: 'next',
  MediaTrackPrevious: 'previous',
  MediaPlayPause: 'auto-scroll',
};

/** Media keys turn pages while the reader has the focus. */
export const useMediaKeys = (run: RunCommand<'comic'>): void => {
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
