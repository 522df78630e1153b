import type { Preventable } from '../ports.ts';

/** An event that records whether it was prevented. */
export const fakeEvent = (): Preventable & { prevented: boolean } => {
  const event = {
    prevented: false,
    preventDefault: () => {
      event.prevented = true;
    },
  };
  return event;
};

/** A list of listeners, called in the order of registration. */
export const listeners = <Args extends unknown[]>() => {
  const all: ((...args: Args) => void)[] = [];
  return {
    add: (listener: (...args: Args) => void) => void all.push(listener),
    call: (...args: Args) => all.forEach((listener) => listener(...args)),
  };
};
