/**
 * The argument of `utimes`, in seconds, for a time in milliseconds that is then read back as it was given, to
 * the microsecond. Seconds with a fraction are a double, mostly just below the time that is meant, and systems
 * cut what is finer than they keep: half of all files would come back a millisecond older, as changed ones.
 */
export const utimeOf = (ms: number): number => (Math.floor(ms * 1000) + 0.5) / 1e6;
