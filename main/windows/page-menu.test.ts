import type { EditFlags } from 'electron';
import { expect, test } from 'vitest';

import { messagesFor } from '../shell-texts.ts';
import { pageMenu } from './page-menu.ts';

const flags = (can: Partial<EditFlags> = {}): EditFlags => ({
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
  ...can,
});
const english = messagesFor('en');

test('a text field can be pasted into by mouse, in the language of the user', () => {
  const place = {
    isEditable: true,
    selectionText: '',
    editFlags: flags({ canPaste: true, canSelectAll: true }),
  };
  const menu = pageMenu(place, messagesFor('de-AT'));
  const enabled = menu.filter(({ enabled }) => enabled === true);
  expect(enabled.map(({ role, label }) => [role, label])).toEqual([
    ['paste', 'Einfügen'],
    ['selectAll', 'Alles auswählen'],
  ]);
});

test('selected text can be copied', () => {
  const place = { isEditable: false, selectionText: 'Saga', editFlags: flags({ canCopy: true }) };
  expect(pageMenu(place, english)).toEqual([{ role: 'copy', label: 'Copy', enabled: true }]);
});

test('a page without a selection has no menu', () => {
  expect(pageMenu({ isEditable: false, selectionText: ' ', editFlags: flags() }, english)).toEqual(
    [],
  );
});
