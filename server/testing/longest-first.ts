import path from 'node:path';

import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/**
 * Orders test files for a clone that has no durations yet: the listed ones first, so that none of them runs
 * alone at the end; paths are relative to `folder`.
 */
export const longestFirst = (
  folder: string,
  longest: readonly string[],
): TestSequencerConstructor => {
  const rankOf = ({ moduleId }: TestSpecification): number => {
    const file = path.relative(folder, moduleId).replaceAll(path.sep, '/');
    const rank = longest.indexOf(file);
    return rank === -1 ? longest.length : rank;
  };
  const orderOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      return sorted.sort((a, b) => orderOf(a) - orderOf(b) || rankOf(a) - rankOf(b));
    }
  };
};
