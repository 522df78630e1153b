import { IconHeadphones } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { RunCommand } from '../../shell/reader-commands.ts';
import type { BarItem } from '../../shell/top-bar.tsx';
import { canReadAloud } from './use-read-aloud.ts';

/** The button of the upper bar, in browsers that can speak. */
export const useAloudItems = (isAloud: boolean, run: RunCommand<'epub'>): readonly BarItem[] => {
  const { t } = useTranslation('text');
  if (!canReadAloud()) return [];
  return [
    {
      label: t('aloud.title'),
      icon: IconHeadphones,
      isPressed: isAloud,
      onClick: () => run('read-aloud'),
    },
  ];
};
