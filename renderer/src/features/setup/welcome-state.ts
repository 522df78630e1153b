const key = 'octavo.welcomed';

/** Whether the first steps were finished or put off on this device. */
export const welcomeDone = (): boolean => localStorage.getItem(key) !== null;

export const finishWelcome = (): void => localStorage.setItem(key, 'yes');
