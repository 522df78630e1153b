import { ActionIcon, Button, Menu, Slider, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCircleCheck,
  IconFolderOff,
  IconLayoutGrid,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { bookSortFields } from '../../../../shared/api/book-record.ts';
import type { Library } from '../../../../shared/api/libraries.ts';
import { seriesSortFields } from '../../../../shared/api/series.ts';
import { densities, setPreference, usePreferences } from '../../app/preferences.ts';
import { Banner } from '../../ui/banner.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { useLocale } from '../../ui/use-locale.ts';
import { ScanBanner } from '../scans/scan-banner.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { beginChoosing, useSelection } from '../selection/selection-store.ts';
import type { Selectable } from '../selection/use-selectable.ts';
import classes from './library-head.module.css';
import { LibraryMenuButton } from './library-menu-button.tsx';
import { firstDirection, type LibraryView } from './library-view.ts';

interface OfLibrary {
  library: Library;
  view: LibraryView;
}

interface LibraryHeadProps extends OfLibrary {
  selectable: Selectable;
  /** Records in the list below. */
  total: number;
}

/**
 * What stands above the list of a library: its title and state, tabs, sort and size. Tabs and sort live
 * in the address. While records are chosen, what can be done with them stands in the place of the tools.
 */
export const LibraryHead = ({ library, view, selectable, total }: LibraryHeadProps) => {
  const { t } = useTranslation('library');
  const isChoosing = useSelection((selection) => selection.isChoosing);
  return (
    <>
      <PageTitle aside={<LibraryMenuButton library={library} />}>{library.name}</PageTitle>
      {isChoosing ? (
        <SelectionBar selectable={selectable} total={total} />
      ) : (
        <Tools library={library} view={view} selectable={selectable} />
      )}
      {!library.available && (
        <Banner icon={<IconFolderOff />} title={t('unavailable.title')}>
          {t('unavailable.text', { path: library.path })}
        </Banner>
      )}
      <ScanBanner libraryId={library.id} />
    </>
  );
};

const Tools = ({ library, view, selectable }: OfLibrary & { selectable: Selectable }) => {
  const { t } = useTranslation(['library', 'selection']);
  const { number } = useLocale();
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={t('views')}>
        <Tab library={library} kind="series" count={number(library.series_count)} view={view} />
        <Tab library={library} kind="books" count={number(library.book_count)} view={view} />
      </nav>
      <div className={classes.tools}>
        <DensitySlider />
        <Tooltip label={t('selection:choose')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('selection:choose')}
            onClick={() => beginChoosing(selectable.kind)}
          >
            <IconCircleCheck size={19} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <SortMenu library={library} view={view} />
      </div>
    </div>
  );
};

const Tab = ({
  library,
  kind,
  count,
  view,
}: OfLibrary & { kind: LibraryView['kind']; count: string }) => {
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

const SortMenu = ({ library, view }: OfLibrary) => {
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
