import {
  IconActivity,
  IconBooks,
  IconCalendar,
  IconChartBar,
  IconDownload,
  IconHome,
  IconSearch,
  IconSparkles,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import type { Permission } from '../../../../shared/permissions.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useUser } from '../../api/session-store.ts';
import { listEntries } from '../sidebar/sidebar-entries.ts';
import type { LazyTexts } from '../../locales/lazy-texts.ts';
import { settingsSections } from '../settings/settings-sections.ts';
import type { Choice } from './choice.ts';

interface Destination {
  to: string;
  label: keyof LazyTexts['palette']['place'];
  icon: Icon;
  permission?: Permission;
}

/** All pages with their own URL; add new ones here. */
const pages: readonly Destination[] = [
  { to: '/', label: 'home', icon: IconHome },
  { to: '/libraries', label: 'libraries', icon: IconBooks },
  { to: '/activity', label: 'activity', icon: IconActivity, permission: 'tasks-read' },
  { to: '/downloads', label: 'downloads', icon: IconDownload, permission: 'books-download' },
  { to: '/search', label: 'search', icon: IconSearch },
  { to: '/added', label: 'added', icon: IconCalendar, permission: 'books-read' },
  { to: '/releases', label: 'releases', icon: IconSparkles, permission: 'series-read' },
  { to: '/stats', label: 'stats', icon: IconChartBar, permission: 'progress-read' },
];

/** Pages that the user can open, including libraries. */
export const useDestinations = (): Choice[] => {
  const { t } = useTranslation(['palette', 'common', 'settings', 'library']);
  const { history } = useRouter();
  const user = useUser();
  const { data: libraries = [] } = useQuery(librariesQuery());
  const destination = (href: string, label: string, icon: Icon, detail?: string): Choice => ({
    id: `place ${href}`,
    label,
    ...(detail === undefined ? {} : { detail }),
    icon,
    href,
    run: () => history.push(basePath + href),
  });
  const isAllowed = ({ permission }: { permission?: Permission | undefined }) =>
    permission === undefined || user?.permissions.includes(permission) === true;
  return [
    ...(libraries.length > 1
      ? [destination('/library/all', t('common:libraries.all'), IconBooks, t('library'))]
      : []),
    ...libraries.map(({ id, name }) =>
      destination(`/library/${id}`, name, IconBooks, t('library')),
    ),
    ...listEntries
      .filter(isAllowed)
      .map(({ to: path, label, icon }) => destination(path, t(`common:${label}`), icon as Icon)),
    ...settingsSections
      .filter(({ need }) => isAllowed({ permission: need }))
      .map(({ id, to: path, icon }) =>
        destination(path, t(`settings:places.${id}`), icon as Icon, t('settings')),
      ),
    ...pages
      .filter(isAllowed)
      .map(({ to: path, label, icon }) => destination(path, t(`place.${label}`), icon)),
  ];
};
