import { useUserPreference } from '../../api/user-preferences.ts';
import { maxPins, railPreference, type Pin } from './rail-preference.ts';

/** Whether a page is at hand in the rail, and the way to change that. */
export const usePin = (pin: Pin) => {
  const [rail, change] = useUserPreference(railPreference);
  const isPinned = rail.pins.some(({ href }) => href === pin.href);
  return {
    isPinned,
    /** False where as many are pinned as the rail holds. */
    isPossible: isPinned || rail.pins.length < maxPins,
    toggle: () => {
      const others = rail.pins.filter(({ href }) => href !== pin.href);
      void change({ ...rail, pins: isPinned ? others : [...others, pin] });
    },
  };
};
