import { Button, CloseButton } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useCloseOnBack } from '../../ui/layout/use-close-on-back.ts';
import { ChipRow } from './chip-row.tsx';
import { chipFields, type ListKind } from './fields.ts';
import sheet from './filter-sheet.module.css';
import { countTests, noFilter, type FilterGroup } from './filter-tree.ts';
import classes from './filters.module.css';
import { RuleBuilder } from './rule-builder.tsx';
import { useFilterFields } from './use-filter-fields.ts';

interface FilterSheetProps {
  kind: ListKind;
  /** Library whose values are offered; default: all. */
  libraryId?: string | undefined;
  /** Series whose values are offered, for the books of one. */
  seriesId?: string | undefined;
  filter: FilterGroup;
  /** Number of records that match; null until it is known. */
  found: number | null;
  onChange: (filter: FilterGroup) => void;
  onClose: () => void;
}

/**
 * Chips for common fields, and the whole filter as rules, beside the list, which follows each
 * change; on a phone, at the bottom of the screen.
 */
export const FilterSheet = (props: FilterSheetProps) => {
  const { kind, libraryId, seriesId, filter, found, onChange, onClose } = props;
  const { t } = useTranslation(['filters', 'common']);
  useCloseOnBack(true, onClose);
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  // The focus enters the sheet, so that Escape closes it, and returns to where it was.
  useEffect(() => {
    const { activeElement } = document;
    section.current?.focus();
    return () => {
      if (document.activeElement === document.body && activeElement instanceof HTMLElement) {
        activeElement.focus();
      }
    };
  }, []);
  const known = useFilterFields(kind);
  // One library is chosen by being in it.
  const names = libraryId === undefined ? ['libraryId', ...chipFields[kind]] : chipFields[kind];
  const fields = names.flatMap((name) => known.find((field) => field.name === name) ?? []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={sheet.sheet}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={sheet.head}>
        <h2 id={heading}>{t('title')}</h2>
        <CloseButton aria-label={t('common:close')} onClick={onClose} />
      </header>
      <div className={sheet.body}>
        <p className={classes.hint}>{t('hint')}</p>
        {fields.map((field) => (
          <ChipRow
            key={field.name}
            kind={kind}
            field={field}
            libraryId={libraryId}
            seriesId={seriesId}
            filter={filter}
            onChange={onChange}
          />
        ))}
        <details className={classes.rules}>
          <summary>{t('rules')}</summary>
          <RuleBuilder kind={kind} libraryId={libraryId} filter={filter} onChange={onChange} />
        </details>
      </div>
      <footer className={sheet.foot}>
        <Button
          variant="default"
          disabled={countTests(filter) === 0}
          onClick={() => onChange(noFilter)}
        >
          {t('clear')}
        </Button>
        <Button onClick={onClose}>
          {seriesId !== undefined
            ? t('common:close')
            : found === null
              ? t(`showUncounted.${kind}`)
              : t(`show.${kind}`, { count: found })}
        </Button>
      </footer>
    </section>
  );
};
