import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconDownload,
  IconHeartbeat,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { healthCountsQuery } from '../../features/health/queries.ts';
import { LibraryIcon } from '../../features/library/library-icon.tsx';
import { LibraryMenu } from '../../features/library/library-menu.tsx';
import { openLibraryDialog } from '../../features/library/dialogs.ts';
import { useRunningScans } from '../../features/scans/use-scans.ts';
import { desktop } from '../desktop.ts';
import { toggleRail } from '../preferences.ts';
import classes from './rail.module.css';

/** The way around on a wide window: home, each library with its state, settings. */
export const Rail = ({ collapsed }: { collapsed: boolean }) => {
  const { t } = useTranslation(['common', 'library']);
  const { data: libraries } = useQuery(librariesQuery());
  const running = useRunningScans();
  const mayAdd = useCan('libraries-write');
  const { data: health } = useQuery({ ...healthCountsQuery(), enabled: mayAdd });

  return (
    <nav
      className={classes.rail}
      aria-label={t('shell.navigation')}
      data-collapsed={collapsed || undefined}
    >
      <div className={classes.brand}>
        <img src="/favicon.svg" alt="" width={26} height={26} />
        <span className={classes.wordmark}>Octavo</span>
      </div>
      <ul className={classes.list}>
        <RailItem to="/" icon={<IconHome />} label={t('nav.home')} collapsed={collapsed} exact />
      </ul>
      <div className={classes.section}>
        <h2 className={classes.heading}>{t('nav.libraries')}</h2>
        {mayAdd && !collapsed && (
          <Tooltip label={t('library:add')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('library:add')}
              onClick={() => openLibraryDialog({ kind: 'add' })}
            >
              <IconPlus size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <ul className={classes.list} data-grow>
        {libraries?.map((library) => (
          <RailItem
            key={library.id}
            to="/library/$libraryId"
            params={{ libraryId: library.id }}
            icon={<LibraryIcon library={library} />}
            label={library.name}
            collapsed={collapsed}
            busy={running.has(library.id)}
            muted={!library.available}
            aside={<LibraryMenu library={library} />}
          />
        ))}
      </ul>
      <ul className={classes.list}>
        {desktop === undefined && (
          <RailItem
            to="/downloads"
            icon={<IconDownload />}
            label={t('nav.downloads')}
            collapsed={collapsed}
          />
        )}
        {mayAdd && (
          <RailItem
            to="/health"
            icon={<IconHeartbeat />}
            label={t('nav.health')}
            collapsed={collapsed}
            problems={health?.problems ?? 0}
          />
        )}
        <RailItem
          to="/settings"
          icon={<IconSettings />}
          label={t('nav.settings')}
          collapsed={collapsed}
        />
        <li>
          <button className={classes.item} type="button" onClick={toggleRail}>
            {collapsed ? <IconLayoutSidebarLeftExpand /> : <IconLayoutSidebarLeftCollapse />}
            <span className={classes.label}>
              {t(collapsed ? 'shell.expand' : 'shell.collapse')}
            </span>
          </button>
        </li>
      </ul>
    </nav>
  );
};

interface RailItemProps {
  to: NonNullable<LinkProps['to']>;
  params?: NonNullable<LinkProps['params']>;
  icon: ReactNode;
  label: string;
  collapsed: boolean;
  exact?: boolean;
  /** A scan is running in it. */
  busy?: boolean;
  muted?: boolean;
  /** How much is wrong there; none are not mentioned. */
  problems?: number;
  aside?: ReactNode;
}

const RailItem = ({
  to,
  params,
  icon,
  label,
  collapsed,
  exact = false,
  busy = false,
  muted = false,
  problems = 0,
  aside,
}: RailItemProps) => {
  const { t } = useTranslation(['common', 'scans']);
  return (
    <li className={classes.row}>
      <Tooltip label={label} position="right" disabled={!collapsed}>
        <Link
          to={to}
          {...(params === undefined ? {} : { params })}
          className={classes.item}
          activeOptions={{ exact, includeSearch: false }}
          data-muted={muted || undefined}
        >
          <span className={classes.icon}>
            {icon}
            {busy && <span className={classes.busy} role="img" aria-label={t('scans:running')} />}
          </span>
          <span className={classes.label}>{label}</span>
          {problems > 0 && (
            <span
              className={classes.badge}
              role="img"
              aria-label={t('count.problems', { count: problems })}
            >
              {problems > 999 ? '999+' : problems}
            </span>
          )}
        </Link>
      </Tooltip>
      {aside !== undefined && !collapsed && <span className={classes.aside}>{aside}</span>}
    </li>
  );
};
