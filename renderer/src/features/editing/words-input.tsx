import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';

import { useKnownValues } from './known-values.ts';

interface WordsInputProps extends Omit<TagsInputProps, 'data'> {
  /** The field whose values in use are offered. */
  field: string;
}

/** A list of words; offers those in use. */
export const WordsInput = ({ field, ...props }: WordsInputProps) => {
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      {...props}
      data={useKnownValues(field, typed)}
      searchValue={typed}
      onSearchChange={setTyped}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
};
