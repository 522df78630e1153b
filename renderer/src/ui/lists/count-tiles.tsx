import type { CSSProperties } from 'react';

import classes from './count-tiles.module.css';
import { useLocale } from '../text/use-locale.ts';

interface CountTilesProps<Name extends string> {
  /** Accessible name of the group. */
  label: string;
  /** Undefined while loading. */
  tiles: readonly { name: Name; label: string; count: number | undefined; isBad: boolean }[];
  chosen: Name | undefined;
  onChoose: (name: Name | undefined) => void;
}

/** Counts by category; a tile filters the list below by its category, or clears the filter. */
export const CountTiles = <Name extends string>({
  label,
  tiles,
  chosen,
  onChoose,
}: CountTilesProps<Name>) => {
  const { number } = useLocale();
  // More than six tiles go in two rows.
  const columns = tiles.length > 6 ? Math.ceil(tiles.length / 2) : tiles.length;
  return (
    <div className={classes.room}>
      <div
        className={classes.tiles}
        style={{ '--columns': columns, '--narrow': tiles.length === 4 ? 2 : 3 } as CSSProperties}
        role="group"
        aria-label={label}
      >
        {tiles.map((tile) => (
          <button
            key={tile.name}
            type="button"
            className={classes.tile}
            data-bad={(tile.isBad && (tile.count ?? 0) > 0) || undefined}
            aria-pressed={chosen === tile.name}
            onClick={() => onChoose(chosen === tile.name ? undefined : tile.name)}
          >
            <strong>{tile.count === undefined ? '–' : number(tile.count)}</strong>
            <span>{tile.label}</span>
          </button>
        ))}
      </div>
    </div>
  );
};
