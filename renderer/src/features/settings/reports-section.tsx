import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { SettingsBody } from './settings-body.tsx';

interface ReportsSectionProps {
  section: ComponentProps<typeof SettingsBody>['section'];
  /** Leads from a report to the list. */
  back: string;
  list: (open: (id: string) => void) => ReactNode;
  report: (id: string, close: () => void) => ReactNode;
}

/** A section of the settings with a list of reports, one of which can be open. */
export const ReportsSection = ({ section, back, list, report }: ReportsSectionProps) => {
  const [id, setId] = useState<string | null>(null);
  const close = () => setId(null);
  return (
    <SettingsBody
      section={section}
      wide
      aside={
        id !== null && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconArrowLeft size={15} />}
            onClick={close}
          >
            {back}
          </Button>
        )
      }
    >
      {id === null ? list(setId) : report(id, close)}
    </SettingsBody>
  );
};
