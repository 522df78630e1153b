import { IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';

import type { EditEntity } from '../../../../shared/api/edits.ts';
import { useCan } from '../../api/session-store.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { HeadButton } from '../../ui/controls/head-button.tsx';
import { editOne } from './editor-store.ts';

interface EditButtonProps {
  entity: EditEntity;
  id: string;
  label: string;
}

/** Opens the metadata editor of the page's record, if permitted; also bound to a key. */
export const EditButton = (props: EditButtonProps) =>
  useCan(props.entity === 'series' ? 'series-write' : 'books-write') ? (
    <OpenEditor {...props} />
  ) : null;

const OpenEditor = ({ entity, id, label }: EditButtonProps) => {
  const handlers = useMemo(() => ({ edit: () => editOne(entity, id) }), [entity, id]);
  useCommands('grid', handlers);
  return (
    <HeadButton icon={<IconPencil size={18} />} label={label} onClick={() => editOne(entity, id)} />
  );
};
