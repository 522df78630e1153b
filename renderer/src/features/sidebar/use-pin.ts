import { useUserPreference } from '../../ui/user-preferences.ts';
import { maxPins, sidebarPreference, type Pin } from './sidebar-preference.ts';

/** Whether a page is pinned to the sidebar, and the toggle. */
export const usePin = (pin: Pin) => {
  const [rail, change] = useUserPreference(sidebarPreference);
  const isPinned = rail.pins.some(({ href }) => href === pin.href);
  return {
    isPinned,
    /** False when the maximum number of pins is reached. */
    isPossible: isPinned || rail.pins.length < maxPins,
    toggle: () => {
      const others = rail.pins.filter(({ href }) => href !== pin.href);
      void change({ ...rail, pins: isPinned ? others : [...others, pin] });
    },
  };
};
