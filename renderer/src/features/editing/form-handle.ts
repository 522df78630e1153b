/** The questions of an editor's dialog to its form. */
export interface FormHandle {
  isDirty: () => boolean;
}
