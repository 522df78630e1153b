import buttons from '../shell/buttons.module.css';
import classes from './overflow-actions.module.css';

interface NarrowAction {
  label: string;
  onClick: () => void;
}

/** Actions that do not fit into the bars of a narrow window; hidden in wider ones. */
export const OverflowActions = ({ actions }: { actions: readonly NarrowAction[] }) => (
  <div className={classes.actions}>
    <div className={buttons.row}>
      {actions.map(({ label, onClick }) => (
        <button key={label} type="button" onClick={onClick}>
          {label}
        </button>
      ))}
    </div>
  </div>
);
