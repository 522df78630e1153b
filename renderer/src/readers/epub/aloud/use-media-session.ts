import { useEffect } from 'react';

import type { AloudState, Narrator } from './narrator.ts';

const actions = ['play', 'pause', 'stop', 'nexttrack', 'previoustrack'] as const;
type Action = (typeof actions)[number];

const keys: Partial<Record<string, Action | 'toggle'>> = {
  MediaPlayPause: 'toggle',
  MediaStop: 'stop',
  MediaTrackNext: 'nexttrack',
  MediaTrackPrevious: 'previoustrack',
};

/**
 * Lets media keys control the voice: those that reach the page, and those of a headset or the lock
 * screen in browsers that hand them to pages that speak.
 */
export const useMediaSession = (
  narrator: Narrator,
  status: AloudState['status'],
  { title, series }: { title: string; series: string | undefined },
): void => {
  const isOn = status !== 'off';
  useEffect(() => {
    if (!isOn) return;
    const handlers: Record<Action | 'toggle', () => void> = {
      toggle: narrator.toggle,
      play: narrator.play,
      pause: narrator.pause,
      stop: narrator.stop,
      nexttrack: () => narrator.step(1),
      previoustrack: () => narrator.step(-1),
    };
    const onKey = (event: KeyboardEvent) => {
      const action = keys[event.key];
      if (action === undefined) return;
      event.preventDefault();
      handlers[action]();
    };
    window.addEventListener('keydown', onKey);
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title, ...(series ? { album: series } : {}) });
    for (const action of actions) mediaSession.setActionHandler(action, handlers[action]);
    return () => {
      window.removeEventListener('keydown', onKey);
      mediaSession.metadata = null;
      for (const action of actions) mediaSession.setActionHandler(action, null);
    };
  }, [narrator, isOn, title, series]);
  useEffect(() => {
    navigator.mediaSession.playbackState = isOn
      ? status === 'playing'
        ? 'playing'
        : 'paused'
      : 'none';
  }, [isOn, status]);
};
