import { IconActivity, IconMoon, IconPinned, IconSun } from '@tabler/icons-react';
import { useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { HrefLink } from '../../ui/layout/href-link.tsx';
import { useOnLeave } from '../../ui/layout/use-on-leave.ts';
import classes from './more-sheet.module.css';
import { useIsDark } from './use-is-dark.ts';
import { useSidebar } from './use-sidebar.ts';

/** On a phone: all sidebar entries without a tab of their own. */
export const MoreSheet = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  useOnLeave(onClose);
  const { lists, pins, foot } = useSidebar();
  const canSeeTasks = useCan('tasks-read');
  const isDark = useIsDark();
  const { setColorScheme } = useMantineColorScheme();
  const entries = [...lists, ...foot.filter(({ id }) => id !== 'downloads')];
  return (
    <Dialog title={t('nav.more')} opened={isOpen} onClose={onClose}>
      <ul className={classes.list}>
        {pins.map(({ href, title }) => (
          <li key={href} onClick={onClose}>
            <HrefLink href={href} className={classes.item}>
              <IconPinned />
              {title}
            </HrefLink>
          </li>
        ))}
        {entries.map(({ id, to: destination, label, icon: Icon }) => (
          <li key={id}>
            <Link to={destination} className={classes.item} onClick={onClose}>
              <Icon />
              {t(label)}
            </Link>
          </li>
        ))}
        {canSeeTasks && (
          <li>
            <Link to="/activity" className={classes.item} onClick={onClose}>
              <IconActivity />
              {t('nav.activity')}
            </Link>
          </li>
        )}
        <li>
          <button
            type="button"
            className={classes.item}
            onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
          >
            {isDark ? <IconSun /> : <IconMoon />}
            {t(isDark ? 'shell.toLight' : 'shell.toDark')}
          </button>
        </li>
      </ul>
    </Dialog>
  );
};
