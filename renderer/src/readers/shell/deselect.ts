/** Clears the selection of a document. Returns whether text was selected in the element. */
export const deselect = (document: Document, inside: Node = document): boolean => {
  const selection = document.getSelection();
  const hadText = selection?.isCollapsed === false && inside.contains(selection.anchorNode);
  selection?.removeAllRanges();
  return hadText;
};
