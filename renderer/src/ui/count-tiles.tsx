import type { CSSProperties } from 'react';

import classes from './count-tiles.module.css';
import { useLocale } from './use-locale.ts';

interface CountTilesProps<Name extends string> {
  /** Names the group to a screen reader. */
  label: string;
  /** Undefined counts are on their way. */
  tiles: readonly { name: Name; label: string; count: number | undefined; isBad: boolean }[];
  chosen: Name | undefined;
  onChoose: (name: Name | undefined) => void;
}

/** How many there are of each sort; a tile limits the list below to its sort, and back. */
export const CountTiles = <Name extends string>({
  label,
  tiles,
  chosen,
  onChoose,
}: CountTilesProps<Name>) => {
  const { number } = useLocale();
  // More than fit in a line stand in two.
  const columns = tiles.length > 6 ? Math.ceil(tiles.length / 2) : tiles.length;
  return (
    <div
      className={classes.tiles}
      style={{ '--columns': columns } as CSSProperties}
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
  );
};
