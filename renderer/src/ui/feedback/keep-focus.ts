/** A place of the focused control: it or one of its ancestors below `#content`, with its position. */
interface Place {
  element: Element;
  parent: Element;
  index: number;
}

const dialogs = ':is([role=dialog], [role=alertdialog])';
const overlays = `:is(${dialogs}, [role=menu], [role=listbox])`;

/** Notifications offer to undo what was done in the page. */
const besides = `${overlays}, [role=status], [role=alert]`;

/**
 * Keeps the focus in the page when the control that has it is removed with its row: the row that
 * takes its place gets it, else the one before, else what replaced the list. A control that was
 * disabled for a moment gets it back, also in a dialog. Browsers would leave it to nothing, from where Tab begins at
 * the top. Returns the function that stops it.
 */
export const keepFocus = (): (() => void) => {
  /** From the control outwards; empty if nothing has to be kept. */
  let places: Place[] = [];
  let address = '';
  /** The control of a dialog that has the focus, or had it before it was disabled. */
  let inDialog: HTMLElement | null = null;

  const remember = (target: EventTarget | null) => {
    const content = document.getElementById('content');
    if (!(target instanceof HTMLElement) || content === null) return;
    inDialog = target.closest(dialogs) === null ? null : target;
    if (content.contains(target)) places = placesOf(target, content);
    else if (target.closest(besides) === null) places = [];
    address = location.pathname;
  };
  const onFocus = ({ target }: FocusEvent) => remember(target);
  /** A click beside a control takes the focus from it on purpose. */
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // An element that is being removed is still there during this event.
    setTimeout(() => {
      if (isLost() && target === places[0]?.element && isUsable(places[0].element)) places = [];
      if (isLost() && inDialog !== null && target === inDialog && isUsable(inDialog))
        inDialog = null;
    });
  };
  const restore = () => {
    if (inDialog !== null && isLost() && isUsable(inDialog))
      inDialog.focus({ preventScroll: true });
    if (places.length === 0 || !isLost() || isCovered()) return;
    if (location.pathname !== address) {
      places = [];
      return;
    }
    const control = places[0]?.element;
    if (control instanceof HTMLElement && control.isConnected) {
      if (isUsable(control)) control.focus({ preventScroll: true });
      return;
    }
    const heir = heirOf(places);
    places = [];
    if (heir !== null) focus(heir);
  };

  const observer = new MutationObserver(restore);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
  remember(document.activeElement);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', forget);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', forget);
  };
};

const isLost = (): boolean => document.activeElement === document.body && document.hasFocus();

/** Lists of fields stay in the document while they are closed. */
const isCovered = (): boolean =>
  [...document.querySelectorAll(overlays)].some((overlay) => overlay.checkVisibility());

const isUsable = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');

const placesOf = (control: Element, content: Element): Place[] => {
  const places: Place[] = [];
  for (let element = control; element !== content;) {
    const parent = element.parentElement;
    if (parent === null) return [];
    places.push({ element, parent, index: [...parent.children].indexOf(element) });
    element = parent;
  }
  return places;
};

/** The element that took the place of the removed one; null if a whole page or a scrolled row left. */
const heirOf = (places: readonly Place[]): HTMLElement | null => {
  const first = places.findIndex(({ parent }) => parent.isConnected);
  // A virtual list removes rows that are scrolled away.
  if (first === -1 || places[first]?.element.role === 'presentation') return null;
  // The last place is that of the whole page.
  for (const { parent, index } of places.slice(first, -1)) {
    const { children } = parent;
    const heir = [children[index], children[index - 1]].find(
      (child) =>
        child !== undefined &&
        isUsable(child) &&
        (child.textContent !== '' || child.matches('a, button')),
    );
    if (heir instanceof HTMLElement) return heir;
  }
  return null;
};

const focus = (element: HTMLElement): void => {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus();
};
