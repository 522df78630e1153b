import { useEffect, useState } from 'react';

/** Mantine returns the focus itself after 10 ms, but only for a dialog that was mounted closed. */
const afterMantineMs = 20;

/**
 * Returns the focus to the element that had it before a dialog opened, if it would be lost when the
 * dialog closes or is unmounted.
 */
export const useFocusBack = (isOpen: boolean): void => {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  // While rendering: the fields of the dialog take the focus as soon as they are mounted.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpener(openerOf(document.activeElement));
  }
  useEffect(() => {
    if (!isOpen || opener === null) return;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const { activeElement, body } = document;
        const isLost = activeElement === body || activeElement === atClose;
        if (isLost && opener.isConnected) opener.focus({ preventScroll: true });
      }, afterMantineMs);
    };
  }, [isOpen, opener]);
};

/** An item of a menu disappears with it: the button of the menu instead. */
const openerOf = (focused: Element | null): HTMLElement | null => {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '';
  const opener = document.getElementById(button) ?? focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
};
