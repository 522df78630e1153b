import type { Library, UpdateLibrary } from '../../../shared/api/libraries.ts';
import { badField } from '../../../shared/errors.ts';
import { validateCron } from '../../lib/cron.ts';

/** Throws BadRequest for an invalid schedule, somebody else as the reader, or a pattern that leaves the library. */
export const validateScanningRules = (
  { scanning_config, excluded_patterns, scan_rules }: UpdateLibrary,
  { callerId, before }: { callerId?: string | undefined; before?: Library } = {},
) => {
  const reader = scan_rules?.calibre_reader ?? null;
  if (reader !== null && reader !== before?.scan_rules.calibre_reader && reader !== callerId) {
    throw badField('body.scan_rules.calibre_reader', 'Only you yourself can be chosen');
  }
  const schedule = scanning_config?.cron_schedule;
  if (schedule !== undefined && schedule !== null) {
    const problem = validateCron(schedule);
    if (problem !== null) {
      throw badField(
        'body.scanning_config.cron_schedule',
        `The schedule "${schedule}" is not a cron expression: ${problem}`,
      );
    }
  }
  for (const [index, pattern] of (excluded_patterns ?? []).entries()) {
    if (!/^([\\/]|[a-z]:)|(^|[\\/])\.\.([\\/]|$)|\0/i.test(pattern)) continue;
    throw badField(
      `body.excluded_patterns.${index}`,
      `The pattern "${pattern}" does not stay inside the library; patterns are relative to it`,
    );
  }
};
