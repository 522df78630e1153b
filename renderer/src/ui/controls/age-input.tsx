import { Autocomplete, type AutocompleteProps } from '@mantine/core';

/** Ages that the common rating boards use, in years. */
const usualAges = [0, 6, 9, 10, 12, 13, 15, 16, 17, 18].map(String);

/** An age in years: one of the usual ones, or any other as a text. */
export const AgeInput = (
  props: Omit<AutocompleteProps, 'data' | 'filter' | 'inputMode' | 'maxDropdownHeight'>,
) => (
  <Autocomplete
    {...props}
    inputMode="numeric"
    // Tall enough for all of them without scrolling.
    maxDropdownHeight={420}
    data={usualAges}
    // All ages stay on offer while one is chosen.
    filter={({ options }) => options}
  />
);
