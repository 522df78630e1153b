import { serverUrl } from '../../api/base-path.ts';
import { Menu } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { getReadListFile } from '../../../../shared/api/downloads.ts';
import { useLocale } from '../../ui/text/use-locale.ts';

/** Saves all books of a reading list as one ZIP, whose size is asked for when the menu opens. */
export const SaveAllItem = ({ listId }: { listId: string }) => {
  const { t } = useTranslation('lists');
  const { bytes } = useLocale();
  const href = serverUrl(getReadListFile, { params: { id: listId } });
  const { data: size } = useQuery({
    queryKey: ['read-list-archive', listId],
    queryFn: async ({ signal }) => {
      const { headers } = await fetch(href, { method: 'HEAD', signal });
      return Number(headers.get('content-length') ?? 0);
    },
  });
  return (
    <Menu.Item component="a" href={href} download leftSection={<IconFileZip size={16} />}>
      {size ? t('saveAll', { size: bytes(size) }) : t('saveAllUnsized')}
    </Menu.Item>
  );
};
