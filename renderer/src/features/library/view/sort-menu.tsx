import { Button, Menu } from '@mantine/core';
import {
  IconArrowsShuffle,
  IconCheck,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../../shared/api/book-record.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import { seriesSortFields } from '../../../../../shared/api/series-record.ts';
import { MenuLink } from '../../../ui/layout/menu-link.tsx';
import classes from './library-head.module.css';
import { firstDirection, type RecordsView } from './library-view.ts';

interface SortMenuProps {
  library: Library;
  view: RecordsView;
  /** Opens any record of the list. */
  onRandom: () => void;
}

/** Sort field and direction of a list, and any record of it. */
export const SortMenu = ({ library, view, onRandom }: SortMenuProps) => {
  const { t } = useTranslation('browse');
  const fields = view.kind === 'series' ? seriesSortFields : bookSortFields;
  const link = (sort: RecordsView['sort'], order: RecordsView['direction']) =>
    ({
      to: '/library/$libraryId',
      params: { libraryId: library.id },
      search: (known: object) => ({ ...known, sort, order }),
      replace: true,
    }) as const;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          className={classes.filter}
          leftSection={
            view.direction === 'asc' ? (
              <IconSortAscending size={16} />
            ) : (
              <IconSortDescending size={16} />
            )
          }
          aria-label={t('sortBy', { field: t(`sort.${view.sort}`) })}
        >
          <span className={classes.name}>{t(`sort.${view.sort}`)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('sortLabel')}</Menu.Label>
        {fields.map((field) => (
          <MenuLink
            key={field}
            {...link(field, firstDirection(field))}
            leftSection={<IconCheck size={16} opacity={field === view.sort ? 1 : 0} />}
          >
            {t(`sort.${field}`)}
          </MenuLink>
        ))}
        <Menu.Divider />
        {(['asc', 'desc'] as const).map((direction) => (
          <MenuLink
            key={direction}
            {...link(view.sort, direction)}
            leftSection={<IconCheck size={16} opacity={direction === view.direction ? 1 : 0} />}
          >
            {t(`order.${direction}`)}
          </MenuLink>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowsShuffle size={16} />} onClick={onRandom}>
          {t(`openRandom.${view.kind}`)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
