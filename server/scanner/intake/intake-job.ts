import type { JobContext } from '../../jobs/job-context.ts';
import { JobError, type IntakeJob, type JobResults } from '../../jobs/jobs.ts';
import { createIntakeJobStore } from './intake-store.ts';

/** Analyses an intake folder, adds its files to the library, or undoes that. Throws JobError. */
export const intakeJob = async (
  { intakeId, step, quietMs }: IntakeJob,
  context: JobContext,
): Promise<JobResults['intake']> => {
  const store = createIntakeJobStore(context.database);
  const intake = store.intake(intakeId);
  if (!intake) throw new JobError('The report was deleted.');
  if (step === 'look') {
    const { inspectIntakeFolder } = await import('./inspect-folder.ts');
    return { files: await inspectIntakeFolder(intake, store, context, quietMs) };
  }
  if (step === 'take' || step === 'rule') {
    const { addIntakeFiles } = await import('./add-files.ts');
    return { files: await addIntakeFiles(intake, store, context, step === 'rule') };
  }
  const { undoIntakeFiles } = await import('./undo-intake.ts');
  return { files: await undoIntakeFiles(intake, store, context) };
};
