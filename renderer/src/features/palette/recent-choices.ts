import { IconHistory } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

import { basePath } from '../../api/base-path.ts';
import type { Choice } from './choice.ts';

interface Recent {
  href: string;
  label: string;
}

const maxRecent = 6;

/** Recently chosen entries, stored on this device. */
const useRecent = create<{ recent: readonly Recent[] }>()(
  persist(() => ({ recent: [] as readonly Recent[] }), { name: 'octavo.palette', version: 1 }),
);

export const rememberChoice = ({ href, label }: Choice): void => {
  if (href === undefined) return;
  useRecent.setState(({ recent }) => ({
    recent: [{ href, label }, ...recent.filter((choice) => choice.href !== href)].slice(
      0,
      maxRecent,
    ),
  }));
};

export const useRecentChoices = (): Choice[] => {
  const { history } = useRouter();
  return useRecent(({ recent }) => recent).map(({ href, label }) => ({
    id: `recent ${href}`,
    label,
    icon: IconHistory,
    href,
    run: () => history.push(basePath + href),
  }));
};
