import { Menu } from '@mantine/core';
import { IconBook, IconDownload, IconExternalLink, IconEyeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { getBookFile } from '../../../../shared/api/books.ts';
import { getSeriesFile } from '../../../../shared/api/downloads.ts';
import { serverUrl } from '../../api/base-path.ts';
import { useUser } from '../../api/session-store.ts';
import { MenuLink } from '../../ui/layout/menu-link.tsx';
import { readSeries } from '../series/read-series.ts';
import { permittedActions } from '../selection/actions.ts';
import classes from './card-menu.module.css';
import { readStatusOf } from './read-status.ts';
import type { Card } from './card-from-event.ts';

interface CardMenuProps {
  card: Card;
  /** Position in window pixels. */
  x: number;
  y: number;
  /** Whether opened by touch. */
  isTouch: boolean;
  onClose: () => void;
}

/** Actions for one series or book: all bulk actions, and reading. */
export const CardMenu = ({ card: { kind, id }, x, y, isTouch, onClose }: CardMenuProps) => {
  const { t } = useTranslation(['selection', 'book', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const may = useUser()?.permissions ?? [];
  const status = readStatusOf(client, id);
  const actions = permittedActions(kind, may).filter(
    ({ name }) =>
      // Omits actions that would change nothing, and the order of a single book.
      name !== 'renumber' &&
      !(name === 'markRead' && status === 'read') &&
      !(name === 'markUnread' && status === 'unread'),
  );
  const newWindow = (
    <MenuLink
      {...(kind === 'books'
        ? { to: '/book/$bookId', params: { bookId: id } }
        : { to: '/series/$seriesId', params: { seriesId: id } })}
      target="_blank"
      leftSection={<IconExternalLink size={16} />}
    >
      {t('newWindow')}
    </MenuLink>
  );
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      position="bottom-start"
      width={230}
      trapFocus
      returnFocus={false}
      // The touch that closes the menu must not follow a link below it; a mouse click can.
      withOverlay={isTouch}
      clickOutsideEvents={[isTouch ? 'click' : 'mousedown']}
      overlayProps={{ className: classes.veil }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('common:cardActions')}
          style={{ position: 'fixed', left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('common:cardActions')}>
        {kind === 'books' && (
          <>
            <MenuLink
              to="/read/$bookId"
              params={{ bookId: id }}
              leftSection={<IconBook size={16} />}
            >
              {t(status === 'in_progress' ? 'continue' : 'read')}
            </MenuLink>
            <MenuLink
              to="/read/$bookId"
              params={{ bookId: id }}
              search={{ incognito: true }}
              leftSection={<IconEyeOff size={16} />}
            >
              {t('book:incognito')}
            </MenuLink>
          </>
        )}
        {kind === 'series' && (
          <Menu.Item
            leftSection={<IconBook size={16} />}
            onClick={() => void readSeries(client, id, navigate)}
          >
            {t(status === 'in_progress' ? 'continue' : 'read')}
          </Menu.Item>
        )}
        {newWindow}
        {may.includes('books-download') && (
          <Menu.Item
            component="a"
            href={serverUrl(kind === 'books' ? getBookFile : getSeriesFile, { params: { id } })}
            download
            leftSection={<IconDownload size={16} />}
          >
            {t('book:download')}
          </Menu.Item>
        )}
        {actions.length > 0 && <Menu.Divider />}
        {actions.map(({ name, Icon, run }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={16} />}
            {...(name === 'deleteFiles' && { color: 'var(--o-danger)' })}
            onClick={() => void run({ kind, ids: [id] }, client)}
          >
            {t(`actions.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
