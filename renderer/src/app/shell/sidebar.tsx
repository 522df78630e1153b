import { ActionIcon } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPinned,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import { useCan } from '../../api/session-store.ts';
import { healthCountsQuery } from '../../features/health/counts-query.ts';
import { openLibraryDialog } from '../../features/library/manage/dialogs.ts';
import { LibraryIcon } from '../../features/library/manage/library-icon.tsx';
import { LibraryMenuButton } from '../../features/library/manage/library-menu-button.tsx';
import { useRunningScans } from '../../features/scans/use-scans.ts';
import { toggleSidebar } from '../../ui/preferences.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import {
  homeEntry,
  settingsEntry,
  type SidebarEntry,
} from '../../features/sidebar/sidebar-entries.ts';
import { PinRow, SidebarRow } from './sidebar-row.tsx';
import classes from './sidebar.module.css';
import { useSidebar } from './use-sidebar.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** Loaded on demand, because it brings the drag-and-drop code. */
const SidebarEditor = lazyPart(async () => ({
  default: (await withTranslations(import('./sidebar-editor.tsx'))).SidebarEditor,
}));

/** Sidebar of a wide window: home, each library with its state, lists, pins, settings. */
export const Sidebar = ({ isCollapsed }: { isCollapsed: boolean }) => {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const edit = isEditing && !isCollapsed;
  const arrangement = useSidebar();
  const running = useRunningScans();
  const canAdd = useCan('libraries-write');
  const { data: health } = useQuery({ ...healthCountsQuery(), enabled: canAdd });
  // The badge is red, so it counts the books that cannot be read only.
  const unreadable = health && health.kinds.broken.open + health.kinds.missing.open;
  const row = ({ id, to: destination, label, icon: Icon }: SidebarEntry) => (
    <SidebarRow
      key={id}
      to={destination}
      icon={<Icon />}
      label={t(label)}
      isCollapsed={isCollapsed}
      problems={id === 'health' ? unreadable : undefined}
    />
  );

  return (
    <nav
      className={classes.sidebar}
      aria-label={t('shell.navigation')}
      data-collapsed={isCollapsed || undefined}
    >
      <div className={classes.brand}>
        <img src={`${basePath}/favicon.svg`} alt="" width={26} height={26} />
        <span className={classes.wordmark}>Octavo</span>
      </div>
      <ul className={classes.list}>
        <SidebarRow
          to={homeEntry.to}
          icon={<homeEntry.icon />}
          label={t(homeEntry.label)}
          isCollapsed={isCollapsed}
          isExact
        />
      </ul>
      <div className={classes.sections}>
        {edit ? (
          <SidebarEditor onDone={() => setEditing(false)} />
        ) : (
          <>
            <SidebarSection
              title={t('nav.libraries')}
              aside={
                canAdd &&
                !isCollapsed && (
                  <ActionIcon
                    size="sm"
                    aria-label={t('libraries.add')}
                    data-hint={t('libraries.add')}
                    onClick={() => openLibraryDialog({ kind: 'add' })}
                  >
                    <IconPlus size={16} />
                  </ActionIcon>
                )
              }
            >
              {arrangement.libraries.length > 1 && (
                <SidebarRow
                  to="/library/$libraryId"
                  params={{ libraryId: 'all' }}
                  icon={<IconBooks />}
                  label={t('libraries.all')}
                  isCollapsed={isCollapsed}
                />
              )}
              {arrangement.libraries.map((library) => (
                <SidebarRow
                  key={library.id}
                  to="/library/$libraryId"
                  params={{ libraryId: library.id }}
                  icon={<LibraryIcon library={library} />}
                  label={library.name}
                  isCollapsed={isCollapsed}
                  isBusy={running.has(library.id)}
                  isMuted={!library.available}
                  aside={<LibraryMenuButton library={library} />}
                />
              ))}
            </SidebarSection>
            {/* Below the libraries, whose number is needed first. */}
            {!arrangement.isPending && arrangement.lists.length > 0 && (
              <SidebarSection title={t('nav.lists')}>{arrangement.lists.map(row)}</SidebarSection>
            )}
            {!arrangement.isPending && arrangement.pins.length > 0 && (
              <SidebarSection title={t('nav.pinned')}>
                {arrangement.pins.map(({ href, title }) => (
                  <PinRow
                    key={href}
                    href={href}
                    icon={<IconPinned />}
                    label={title}
                    isCollapsed={isCollapsed}
                  />
                ))}
              </SidebarSection>
            )}
          </>
        )}
        <ul className={`${classes.list} ${classes.foot}`}>
          {arrangement.foot.filter((entry) => entry !== settingsEntry).map(row)}
        </ul>
      </div>
      <ul className={classes.list}>
        {row(settingsEntry)}
        <li className={classes.row}>
          <button className={classes.item} type="button" onClick={toggleSidebar}>
            {isCollapsed ? <IconLayoutSidebarLeftExpand /> : <IconLayoutSidebarLeftCollapse />}
            <span className={classes.label}>
              {t(isCollapsed ? 'shell.expand' : 'shell.collapse')}
            </span>
          </button>
          {!isCollapsed && (
            <span className={classes.aside}>
              <ActionIcon
                size={26}
                aria-label={t('shell.arrange')}
                aria-pressed={isEditing}
                data-hint={t('shell.arrange')}
                onClick={() => setEditing(!isEditing)}
              >
                <IconAdjustmentsHorizontal size={16} />
              </ActionIcon>
            </span>
          )}
        </li>
      </ul>
    </nav>
  );
};

interface SidebarSectionProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

const SidebarSection = ({ title, aside, children }: SidebarSectionProps) => (
  <>
    <div className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      {aside}
    </div>
    <ul className={classes.list}>{children}</ul>
  </>
);
