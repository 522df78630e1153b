import { useEffect, useRef, useState } from 'react';

import { useEditor } from './editor-store.ts';

/** The input of the open editor that the end of a session interrupted; null if there is none. */
export const keptDraft = <Draft>(): Draft | null => useEditor.getState().draft as Draft | null;

/** Keeps the input of a form that is unmounted while its editor is open. */
export const useKeepDraft = (read: () => unknown): void => {
  const [{ open }] = useState(() => useEditor.getState());
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(
    () => () => {
      if (useEditor.getState().open === open) useEditor.setState({ draft: latest.current() });
    },
    [open],
  );
};
