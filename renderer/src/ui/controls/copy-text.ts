/** Copies a text. The Clipboard API needs a secure context; `execCommand` works over HTTP, too. */
export const copyText = async (text: string): Promise<boolean> => {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without a secure context
  const done = document.execCommand('copy');
  field.remove();
  return done;
};
