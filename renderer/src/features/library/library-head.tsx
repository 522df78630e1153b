import { Button, Menu, Slider, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconLayoutGrid } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import type { Library } from '../../../../shared/api/libraries.ts';
import { seriesSortFields } from '../../../../shared/api/series.ts';
import { densities, setPreference, usePreferences } from '../../app/preferences.ts';
import { PageTitle } from '../../ui/page.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { useLocale } from '../../ui/use-locale.ts';
import classes from './library-head.module.css';
import { LibraryMenuButton } from './library-menu-button.tsx';
import { firstDirection, type LibraryView } from './library-view.ts';

interface LibraryHeadProps {
  library: Library;
  view: LibraryView;
}

/** Title, tabs, sort and size of a library. Tabs and sort live in the address. */
export const LibraryHead = ({ library, view }: LibraryHeadProps) => {
  const { t } = useTranslation('library');
  const { number } = useLocale();
  return (
    <>
      <PageTitle aside={<LibraryMenuButton library={library} />}>{library.name}</PageTitle>
      <div className={classes.bar}>
        <nav className={classes.tabs} aria-label={t('views')}>
          <Tab library={library} kind="series" count={number(library.series_count)} view={view} />
          <Tab library={library} kind="books" count={number(library.book_count)} view={view} />
        </nav>
        <div className={classes.tools}>
          <DensitySlider />
          <SortMenu library={library} view={view} />
        </div>
      </div>
    </>
  );
};

const Tab = ({
  library,
  kind,
  count,
  view,
}: LibraryHeadProps & { kind: LibraryView['kind']; count: string }) => {
  const { t } = useTranslation('library');
  return (
    <Link
      to="/library/$libraryId"
      params={{ libraryId: library.id }}
      search={kind === 'series' ? {} : { view: kind }}
      replace
      className={classes.tab}
      data-active={view.kind === kind || undefined}
      aria-current={view.kind === kind ? 'true' : undefined}
      activeProps={{}}
    >
      {t(kind)} <span>{count}</span>
    </Link>
  );
};

const DensitySlider = () => {
  const { t } = useTranslation('library');
  const density = usePreferences((preferences) => preferences.density);
  return (
    <div className={classes.density}>
      <Tooltip label={t('size')}>
        <IconLayoutGrid size={17} stroke={1.6} aria-hidden />
      </Tooltip>
      <Slider
        w={92}
        size={3}
        thumbSize={14}
        min={1}
        max={5}
        step={1}
        label={null}
        value={density}
        thumbLabel={t('size')}
        onChange={(value) =>
          setPreference({ density: densities.find((known) => known === value) ?? 3 })
        }
      />
    </div>
  );
};

const SortMenu = ({ library, view }: LibraryHeadProps) => {
  const { t } = useTranslation('library');
  const fields = view.kind === 'series' ? seriesSortFields : bookSortFields;
  const link = (sort: LibraryView['sort'], order: LibraryView['direction']) =>
    ({
      to: '/library/$libraryId',
      params: { libraryId: library.id },
      search: { ...(view.kind === 'books' ? { view: view.kind } : {}), sort, order },
      replace: true,
    }) as const;
  return (
    <Menu width={220}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          rightSection={
            view.direction === 'asc' ? <IconArrowUp size={15} /> : <IconArrowDown size={15} />
          }
          aria-label={t('sortBy', { field: t(`sort.${view.sort}`) })}
        >
          {t(`sort.${view.sort}`)}
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
      </Menu.Dropdown>
    </Menu>
  );
};
