/** Whether an Accept header names this very type (`*` and `image/*` do not) and does not refuse it. */
export const acceptNames = (accept: string | undefined, mediaType: string): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === mediaType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
