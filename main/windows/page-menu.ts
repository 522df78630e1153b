import type { MenuEntry } from '../ports.ts';
import type { Messages } from '../shell-texts.ts';

/** The place of a right-click, as Electron describes it. */
interface PagePlace {
  /** Whether it is in a text field. */
  isEditable: boolean;
  selectionText: string;
  editFlags: {
    canUndo: boolean;
    canRedo: boolean;
    canCut: boolean;
    canCopy: boolean;
    canPaste: boolean;
    canSelectAll: boolean;
  };
}

/**
 * The menu of a right-click where the page has none of its own: Electron shows none at all, so that
 * a copied address could not be pasted by mouse. Empty where there is nothing to do.
 */
export const pageMenu = (
  { isEditable, selectionText, editFlags: can }: PagePlace,
  text: Messages,
): MenuEntry[] => {
  const separator: MenuEntry = { type: 'separator' };
  const copy: MenuEntry = { role: 'copy', label: text.copy, enabled: can.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'undo', label: text.undo, enabled: can.canUndo },
    { role: 'redo', label: text.redo, enabled: can.canRedo },
    separator,
    { role: 'cut', label: text.cut, enabled: can.canCut },
    copy,
    { role: 'paste', label: text.paste, enabled: can.canPaste },
    separator,
    { role: 'selectAll', label: text.selectAll, enabled: can.canSelectAll },
  ];
};
