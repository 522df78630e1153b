import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { operatorsOf, type Operator } from '../../../../shared/condition.ts';
import classes from './filters.module.css';
import { type FieldName, type FilterField, type ListKind } from './fields.ts';
import { useFilterFields } from './use-filter-fields.ts';
import {
  isGroup,
  joins,
  type FilterGroup,
  type FilterNode,
  type FilterTest,
  type Join,
} from './filter-tree.ts';
import { RuleValue } from './rule-value.tsx';

interface RuleBuilderProps {
  kind: ListKind;
  /** Library whose values are offered; default: all. */
  libraryId?: string | undefined;
  /** Available fields; default: all. */
  fields?: readonly FilterField[];
  filter: FilterGroup;
  onChange: (filter: FilterGroup) => void;
  /** Removes the group; undefined for the root. */
  onRemove?: () => void;
  depth?: number;
}

/** Maximum nesting in the editor. */
const maxDepth = 3;

/** Edits a filter as rows in nested groups. */
export const RuleBuilder = ({
  kind,
  libraryId,
  fields: given,
  filter,
  onChange,
  onRemove,
  depth = 1,
}: RuleBuilderProps) => {
  const { t } = useTranslation('filters');
  const known = useFilterFields(kind);
  const fields = given ?? known;
  const replace = (index: number, nodes: readonly FilterNode[]) =>
    onChange({ ...filter, nodes: filter.nodes.toSpliced(index, 1, ...nodes) });
  const add = (node: FilterNode) => onChange({ ...filter, nodes: [...filter.nodes, node] });
  return (
    <div className={classes.group} role="group" aria-label={t(`join.${filter.join}`)}>
      <div className={classes.rule}>
        <NativeSelect
          size="xs"
          aria-label={t('group')}
          value={filter.join}
          onChange={(event) => onChange({ ...filter, join: event.currentTarget.value as Join })}
          data={joins.map((join) => ({ value: join, label: t(`join.${join}`) }))}
        />
        {onRemove !== undefined && <RemoveButton label={t('removeGroup')} onRemove={onRemove} />}
      </div>
      {filter.nodes.map((node, index) =>
        isGroup(node) ? (
          <RuleBuilder
            key={index}
            kind={kind}
            libraryId={libraryId}
            fields={fields}
            filter={node}
            onChange={(changed) => replace(index, [changed])}
            onRemove={() => replace(index, [])}
            depth={depth + 1}
          />
        ) : (
          <Rule
            key={index}
            kind={kind}
            libraryId={libraryId}
            fields={fields}
            rule={node}
            onChange={(changed) => replace(index, [changed])}
            onRemove={() => replace(index, [])}
          />
        ),
      )}
      <div className={classes.rule}>
        <AddButton label={t('addRule')} onAdd={() => add(firstRule(kind))} />
        {depth < maxDepth && (
          <AddButton
            label={t('addGroup')}
            onAdd={() => add({ join: 'any', nodes: [firstRule(kind)] })}
          />
        )}
      </div>
    </div>
  );
};

const firstRule = (kind: ListKind): FilterTest => ({
  field: kind === 'series' ? 'genre' : 'readStatus',
  operator: 'is',
  value: '',
});

interface RuleProps {
  kind: ListKind;
  libraryId: string | undefined;
  fields: readonly FilterField[];
  rule: FilterTest;
  onChange: (rule: FilterTest) => void;
  onRemove: () => void;
}

const Rule = ({ kind, libraryId, fields, rule, onChange, onRemove }: RuleProps) => {
  const { t } = useTranslation('filters');
  const field = fields.find(({ name }) => name === rule.field);
  if (field === undefined) return null;
  const hasValue = rule.operator !== 'isNull' && rule.operator !== 'isNotNull';
  const nameField = (name: FieldName) => {
    const kindOf = fields.find((other) => other.name === name)?.kind ?? 'text';
    const keeps = operatorsOf[kindOf].includes(rule.operator);
    onChange({ field: name, operator: keeps ? rule.operator : 'is', value: '' });
  };
  return (
    <div className={classes.rule}>
      <NativeSelect
        size="xs"
        aria-label={t('field')}
        value={rule.field}
        onChange={(event) => nameField(event.currentTarget.value as FieldName)}
        data={fields.map(({ name }) => ({ value: name, label: t(`name.${name}`) }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('operator')}
        value={rule.operator}
        onChange={(event) => onChange({ ...rule, operator: event.currentTarget.value as Operator })}
        data={operatorsOf[field.kind].map((value) => ({ value, label: t(`is.${value}`) }))}
      />
      {hasValue && (
        <RuleValue
          key={rule.field}
          kind={kind}
          libraryId={libraryId}
          field={field}
          value={rule.value}
          onChange={(value) => onChange({ ...rule, value })}
        />
      )}
      <RemoveButton label={t('removeRule')} onRemove={onRemove} />
    </div>
  );
};

const RemoveButton = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <ActionIcon aria-label={label} onClick={onRemove}>
    <IconX size={16} />
  </ActionIcon>
);

const AddButton = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    leftSection={<IconPlus size={14} />}
    onClick={onAdd}
  >
    {label}
  </Button>
);
