import classes from './narrow-actions.module.css';

interface NarrowAction {
  label: string;
  onClick: () => void;
}

/** What the bars of a narrow window have no room for; wider ones do not show it. */
export const NarrowActions = ({ actions }: { actions: readonly NarrowAction[] }) => (
  <div className={classes.actions}>
    {actions.map(({ label, onClick }) => (
      <button key={label} type="button" onClick={onClick}>
        {label}
      </button>
    ))}
  </div>
);
