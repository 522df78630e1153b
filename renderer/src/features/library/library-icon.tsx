import { IconAlertTriangle, IconBook2, IconBooks, IconDeviceMobile } from '@tabler/icons-react';

import type { Library } from '../../../../shared/api/libraries.ts';

/** A picture of how a library is read; a warning while its folder is out of reach. */
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
