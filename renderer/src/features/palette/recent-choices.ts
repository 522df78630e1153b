import { IconHistory } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

import { basePath } from '../../api/base-path.ts';
import { useSession, useUser } from '../../api/session-store.ts';
import type { Choice } from './choice.ts';

interface Recent {
  href: string;
  label: string;
}

const maxRecent = 6;

interface RecentState {
  /** By id of the person: others on this device may not see what the labels name. */
  recent: Readonly<Record<string, readonly Recent[]>>;
}

/** Recently chosen entries, stored on this device. */
const useRecent = create<RecentState>()(
  persist((): RecentState => ({ recent: {} }), {
    name: 'octavo.palette',
    version: 2,
    // The first version did not know whose they were.
    migrate: () => ({ recent: {} }),
  }),
);

export const rememberChoice = ({ href, label }: Choice): void => {
  const session = useSession.getState();
  if (href === undefined || session.status !== 'signed-in') return;
  const { id } = session.user;
  useRecent.setState(({ recent }) => {
    const others = (recent[id] ?? []).filter((choice) => choice.href !== href);
    return { recent: { ...recent, [id]: [{ href, label }, ...others].slice(0, maxRecent) } };
  });
};

export const useRecentChoices = (): Choice[] => {
  const { history } = useRouter();
  const userId = useUser()?.id ?? '';
  const own = useRecent(({ recent }) => recent[userId]) ?? [];
  return own.map(({ href, label }) => ({
    id: `recent ${href}`,
    label,
    icon: IconHistory,
    href,
    run: () => history.push(basePath + href),
  }));
};
