import { IconAlertTriangle, IconBook2, IconBooks, IconDeviceMobile } from '@tabler/icons-react';

import type { Library } from '../../../../../shared/api/libraries.ts';

/** Icon for the reading direction; a warning while the folder is offline. */
export const LibraryIcon = ({
  library: { available, reading_direction: direction },
}: {
  library: Pick<Library, 'available' | 'reading_direction'>;
}) => {
  if (!available) return <IconAlertTriangle aria-hidden />;
  if (direction === 'rtl') return <IconBook2 aria-hidden style={{ transform: 'scaleX(-1)' }} />;
  if (direction === 'webtoon') return <IconDeviceMobile aria-hidden />;
  return <IconBooks aria-hidden />;
};
