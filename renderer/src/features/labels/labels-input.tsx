import { TagsInput, type TagsInputProps } from '@mantine/core';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { useQuery } from '@tanstack/react-query';

import { listSeriesFacets } from '../../../../shared/api/facets.ts';
import { api } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';

const maxLabels = 200;

/** Labels of series; offers those in use, the most frequent first, to those who can see them. */
export const LabelsInput = (props: Omit<TagsInputProps, 'data'>) => {
  const seesLabels = useCan('series-write');
  const { data } = useQuery({
    queryKey: ['facets', 'series', 'label', 'all'],
    queryFn: ({ signal }) =>
      api.call(listSeriesFacets, {
        params: { field: 'label' },
        query: { pageSize: maxLabels },
        signal,
      }),
    enabled: seesLabels,
  });
  return (
    <TagsInput
      {...props}
      data={data?.data.map(({ value }) => value) ?? []}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
};
