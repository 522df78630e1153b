import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { HrefLink } from '../../ui/layout/href-link.tsx';
import classes from './sidebar.module.css';

interface RowProps {
  icon: ReactNode;
  label: string;
  isCollapsed: boolean;
  /** A scan is running in the library. */
  isBusy?: boolean;
  isMuted?: boolean;
  /** Number of problems; 0 shows no badge. */
  problems?: number | undefined;
  aside?: ReactNode;
}

interface SidebarRowProps extends RowProps {
  to: NonNullable<LinkProps['to']>;
  params?: NonNullable<LinkProps['params']>;
  isExact?: boolean;
}

/** A sidebar entry. */
export const SidebarRow = ({
  to: destination,
  params,
  isExact = false,
  ...row
}: SidebarRowProps) => (
  <Frame {...row}>
    <Link
      to={destination}
      {...(params === undefined ? {} : { params })}
      {...rowStyle(row)}
      activeOptions={{ exact: isExact, includeSearch: false }}
    >
      <Inside {...row} />
    </Link>
  </Frame>
);

/** A pinned page in the sidebar. */
export const PinRow = ({ href, ...row }: RowProps & { href: string }) => (
  <Frame {...row}>
    <HrefLink href={href} {...rowStyle(row)}>
      <Inside {...row} />
    </HrefLink>
  </Frame>
);

const rowStyle = ({ label, isCollapsed, isMuted = false }: RowProps) => ({
  className: classes.item,
  'data-muted': isMuted || undefined,
  'data-hint': isCollapsed ? label : undefined,
  'data-hint-side': 'right',
});

const Frame = ({ aside, isCollapsed, children }: RowProps & { children: ReactNode }) => (
  <li className={classes.row}>
    {children}
    {aside !== undefined && !isCollapsed && <span className={classes.aside}>{aside}</span>}
  </li>
);

const Inside = ({ icon, label, isBusy = false, problems = 0 }: RowProps) => {
  const { t } = useTranslation(['common', 'scans']);
  return (
    <>
      <span className={classes.icon}>
        {icon}
        {isBusy && <span className={classes.busy} role="img" aria-label={t('scans:running')} />}
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
    </>
  );
};
