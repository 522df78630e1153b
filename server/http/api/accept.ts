/**
 * Whether an Accept header names exactly this type (not by `*` or `image/*`) and does not exclude
 * it.
 */
export const acceptsExactly = (accept: string | undefined, mediaType: string): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === mediaType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
