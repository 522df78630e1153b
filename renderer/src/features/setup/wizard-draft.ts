import { readingDirections, seriesStrategies } from '../../../../shared/api/libraries.ts';
import type { NewFolder } from './folder-list.tsx';
import { welcomeKey } from './welcome-state.ts';

const steps = ['folders', 'look', 'reading'] as const;
export type WizardStep = (typeof steps)[number];

/** The wizard's state, kept on this device until it is completed or skipped. */
export interface WizardDraft {
  step: WizardStep;
  folders: NewFolder[];
  /** Whether the wizard began with the account, which counts as a step. */
  startedWithOwner: boolean;
}

export const saveDraft = (draft: WizardDraft): void =>
  localStorage.setItem(welcomeKey, JSON.stringify(draft));

export const finishWelcome = (): void => localStorage.setItem(welcomeKey, 'yes');

/** The kept state; null if there is none or it is unusable. */
export const readDraft = (): WizardDraft | null => {
  try {
    const { step, folders, startedWithOwner } = JSON.parse(
      localStorage.getItem(welcomeKey) ?? 'null',
    ) as WizardDraft;
    if (!steps.includes(step) || !folders.every(isFolder)) return null;
    return {
      // The later steps need folders.
      step: folders.length === 0 ? 'folders' : step,
      folders,
      startedWithOwner,
    };
  } catch {
    return null;
  }
};

const isFolder = ({ path, name, direction, strategy }: NewFolder): boolean =>
  typeof path === 'string' &&
  typeof name === 'string' &&
  readingDirections.includes(direction) &&
  seriesStrategies.includes(strategy);
