/** A percent-encoded text, or the text itself if it is not one. */
export const decodedUri = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
