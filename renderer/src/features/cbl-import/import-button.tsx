import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { importReadList, type ReadListImport } from '../../../../shared/api/read-lists.ts';
import { api } from '../../api/client.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';

const ImportDialog = lazyPart(async () => ({
  default: (await withTranslations(import('./import-dialog.tsx'))).ImportDialog,
}));

/** Selects a CBL file and opens the import preview. */
export const ImportButton = () => {
  const { t } = useTranslation('cblImport');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [report, setReport] = useState<ReadListImport | null>(null);
  const preview = async (file: File) => {
    setBusy(true);
    try {
      const body = await cblText(file);
      setReport(await api.call(importReadList, { query: { dry_run: 'true' }, body }));
    } catch (error) {
      reportFailure(error);
    }
    setBusy(false);
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".cbl,.xml"
        hidden
        aria-label={t('open')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void preview(file);
          // Reset, so that selecting the same file fires `change` again.
          currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} />}
        loading={isBusy}
        onClick={() => field.current?.click()}
      >
        {t('open')}
      </Button>
      {report !== null && (
        <ImportDialog
          report={report}
          onClose={() => setReport(null)}
          onDone={({ id }) => void navigate({ to: '/read-list/$id', params: { id } })}
        />
      )}
    </>
  );
};

/** Decodes a CBL file; ComicRack also writes UTF-16. */
const cblText = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
};
