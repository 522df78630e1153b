/** A place of the focused control: it or one of its ancestors below the scope, with its position. */
interface Place {
  element: Element;
  parent: Element;
  index: number;
  before: Element | null;
}

/** The page, a dialog or the navigation, with the control that has the focus or had it before a dialog opened. */
interface Scope {
  root: Element;
  /** From the control outwards. */
  places: readonly Place[];
}

const dialogs = ':is([role=dialog], [role=alertdialog])';
const overlays = `:is(${dialogs}, [role=menu], [role=listbox])`;

/** Notifications offer to undo what was done in the page. */
const besides = `${overlays}, [role=status], [role=alert]`;

/**
 * Keeps the focus in the page or dialog when the control that has it is removed with its row: the row
 * that takes its place gets it, else the one before, else what replaced the list, else the dialog. A control that
 * was disabled for a moment gets it back. Browsers would leave it to nothing, from where Tab begins at
 * the top. Returns the function that stops it.
 */
export const keepFocus = (): (() => void) => {
  /** Each opened the next one. */
  let scopes: readonly Scope[] = [];
  let address = '';

  const remember = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return;
    address = location.pathname;
    const root = target.closest(`${dialogs}, #content`) ?? target.closest('nav');
    if (root === null) {
      if (target.closest(besides) === null) scopes = [];
      return;
    }
    const known = scopes.findIndex((scope) => scope.root === root);
    const openers = known === -1 ? scopes : scopes.slice(0, known);
    scopes = [...openers, { root, places: placesOf(target, root) }];
  };
  const onFocus = ({ target }: FocusEvent) => remember(target);
  /** A click beside a control takes the focus from it on purpose. */
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // An element that is being removed is still there during this event.
    setTimeout(() => {
      const control = scopes.at(-1)?.places[0]?.element;
      // The text of a book has the focus of its frame, without an event here.
      if (document.activeElement instanceof HTMLIFrameElement) scopes = [];
      else if (isLost() && control !== undefined && target === control && isUsable(control))
        scopes = scopes.slice(0, -1);
    });
  };
  const restore = () => {
    if (!isLost()) return;
    scopes = location.pathname === address ? scopes.filter(({ root }) => root.isConnected) : [];
    const scope = scopes.at(-1);
    const control = scope?.places[0]?.element;
    if (scope === undefined || control === undefined || isCovered(scope.root)) return;
    if (control instanceof HTMLElement && control.isConnected) {
      // It may be a row that got the focus here before, and gave it to the button of a notification.
      if (isUsable(control)) focus(control, { preventScroll: true });
      return;
    }
    scopes = scopes.slice(0, -1);
    const heir = heirOf(scope);
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
const isCovered = (root: Element): boolean =>
  [...document.querySelectorAll(overlays)].some(
    (overlay) => overlay !== root && !overlay.contains(root) && overlay.checkVisibility(),
  );

const isUsable = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');

const placesOf = (control: Element, root: Element): Place[] => {
  const places: Place[] = [];
  for (let element = control; element !== root;) {
    const parent = element.parentElement;
    if (parent === null) return [];
    const before = element.previousElementSibling;
    places.push({ element, parent, index: [...parent.children].indexOf(element), before });
    element = parent;
  }
  return places;
};

/** The element that took the place of the removed one; null if a whole page or a scrolled row left. */
const heirOf = ({ root, places }: Scope): HTMLElement | null => {
  const first = places.findIndex(({ parent }) => parent.isConnected);
  // A virtual list removes rows that are scrolled away.
  if (first === -1 || places[first]?.element.role === 'presentation') return null;
  for (const { parent, index, before } of places.slice(first)) {
    // A whole page has no heir. Some pages consist of several parts.
    if (parent === root && before?.isConnected !== true) break;
    const { children } = parent;
    // Others before it may have left with it.
    const heir = [children[index], children[Math.min(index, children.length) - 1]].find(
      (child) =>
        child !== undefined &&
        isUsable(child) &&
        (child.textContent !== '' || child.matches('a, button')),
    );
    if (heir instanceof HTMLElement) return heir;
  }
  return root instanceof HTMLElement && root.matches(dialogs) ? root : null;
};

const focus = (element: HTMLElement, options?: FocusOptions): void => {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus(options);
};
