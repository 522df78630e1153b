import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { withTranslations } from '../../../locales/with-translations.ts';
import { OnDemand } from '../../../ui/controls/on-demand.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';

const LibraryMenu = lazyPart(async () => ({
  default: (await withTranslations(import('./library-menu.tsx'))).LibraryMenu,
}));

export const LibraryMenuButton = ({ library }: { library: Library }) => {
  const { t } = useTranslation();
  const button = (
    <ActionIcon
      size={26}
      aria-haspopup="menu"
      aria-label={t('libraries.menu', { name: library.name })}
    >
      <IconDotsVertical size={16} />
    </ActionIcon>
  );
  return (
    <OnDemand button={button}>
      <LibraryMenu library={library} button={button} />
    </OnDemand>
  );
};
