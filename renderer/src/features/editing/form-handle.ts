/** What the dialog of an editor asks its form. */
export interface FormHandle {
  isDirty: () => boolean;
}
