import { dirname, extname } from 'node:path';

import type { ChangeIntakeFiles } from '../../../shared/api/intake.ts';
import { badField } from '../../../shared/errors.ts';
import { folderNames } from '../../lib/target-folder.ts';
import { safeFileName } from '../../paths/safe-file-name.ts';
import type { Proposals } from '../../scanner/intake/propose.ts';
import type { ChangeableFile } from './file-changes.ts';
import type { IntakeStore } from './store.ts';

/**
 * Converts a path in a library to one that every operating system accepts, with the extension of the file.
 */
const checkedTarget = (given: string, file: ChangeableFile): string => {
  const folder = dirname(given);
  const names = folderNames(folder === '.' ? '' : folder);
  const name = safeFileName(given.slice(given.lastIndexOf('/') + 1));
  const wanted = extname(file.target ?? file.path).toLowerCase();
  const hasIt = extname(name).toLowerCase() === wanted;
  return [...names, hasIt ? name : safeFileName(`${name}${wanted}`)].join('/');
};

/**
 * Changes the plan for a file. After a change of series or number, compares the file with the library again.
 * Throws BadRequest for an impossible change.
 */
export const createIntakeFileChanger = ({
  store,
  proposals,
}: {
  store: Pick<IntakeStore, 'changeFile' | 'setAction' | 'presentPath'>;
  proposals: Proposals;
}) => {
  return (
    file: ChangeableFile,
    change: ChangeIntakeFiles,
    { pattern, series_pk }: { pattern: string; series_pk: number | undefined },
  ): void => {
    const { series_name, number, volume, action, target } = change;
    const isMatchedAnew =
      series_pk !== undefined ||
      series_name !== undefined ||
      number !== undefined ||
      volume !== undefined;
    const next = {
      ...file,
      ...(series_pk !== undefined && { series_pk, basis: 'choice' }),
      ...(series_name !== undefined && { series_pk: null, series_name, basis: 'choice' }),
      ...(number !== undefined && { number, chapter: null }),
      ...(volume !== undefined && { volume }),
      ...((number !== undefined || volume !== undefined) && { is_numbered: 1 }),
    };
    const proposal = isMatchedAnew ? proposals.propose(pattern, next) : null;
    const chosen = action ?? proposal?.action ?? file.action;
    const isReplaceable = proposal ? proposal.present_pk !== null : file.present_path !== null;
    if (chosen === 'replace' && !isReplaceable) {
      throw badField('body.action', `There is no book that "${file.path}" could replace`);
    }
    if (chosen !== 'skip' && file.error !== null) {
      throw badField('body.action', `"${file.path}" cannot be added: ${file.error}`);
    }
    if (chosen === 'add' && next.series_pk === null && next.series_name === null) {
      throw badField('body.action', `Choose a series for "${file.path}" first`);
    }
    if (proposal) store.changeFile({ ...next, ...proposal, is_named: 0 });
    const present = proposal ? store.presentPath(file.pk) : file.present_path;
    const nameFor = () => {
      if (target !== undefined) return checkedTarget(target, file);
      if (chosen === 'skip') return proposal?.target ?? file.target;
      return proposals.targetOf(pattern, next, chosen === 'replace' ? present : null);
    };
    store.setAction(file.pk, chosen, nameFor());
  };
};
