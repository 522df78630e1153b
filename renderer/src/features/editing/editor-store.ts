import { create } from 'zustand';

import type { EditEntity } from '../../../../shared/api/edits.ts';

export type Editor =
  | { kind: 'one'; entity: EditEntity; id: string }
  | { kind: 'many'; entity: EditEntity; ids: readonly string[] };

interface EditorState {
  open: Editor | null;
  /** Input of its form that the end of a session interrupted. */
  draft: unknown;
}

const closed: EditorState = { open: null, draft: null };

/** The open editor; a global store, so that any menu, card or key can open it. */
export const useEditor = create<EditorState>(() => closed);

/** Opens the editor of one record. */
export const editOne = (entity: EditEntity, id: string): void =>
  useEditor.setState({ open: { kind: 'one', entity, id }, draft: null });

/** Opens the editor of the selection: the single or the bulk editor. */
export const editMany = (entity: EditEntity, ids: readonly string[]): void => {
  const [only, ...others] = ids;
  if (only === undefined) return;
  if (others.length === 0) editOne(entity, only);
  else useEditor.setState({ open: { kind: 'many', entity, ids }, draft: null });
};

export const closeEditor = (): void => useEditor.setState(closed);
