const key = 'octavo.welcomed';

/** Whether the wizard was completed or skipped on this device. */
export const welcomeDone = (): boolean => localStorage.getItem(key) !== null;

export const finishWelcome = (): void => localStorage.setItem(key, 'yes');
