import type { ReadingDirection } from '../../../../../shared/api/libraries.ts';

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const panel = { fill: 'currentColor', opacity: 0.14 } as const;

/** Draws two pages, or a strip, with an arrow in reading direction. */
export const DirectionPicture = ({ direction }: { direction: ReadingDirection }) => (
  <svg viewBox="0 0 120 84" aria-hidden>
    {direction === 'ltr' && <Spread />}
    {direction === 'rtl' && (
      <g transform="matrix(-1 0 0 1 120 0)">
        <Spread />
      </g>
    )}
    {direction === 'vertical' && (
      <>
        <rect x="40" y="4" width="40" height="34" rx="3" {...stroke} />
        <rect x="40" y="46" width="40" height="34" rx="3" {...stroke} />
        <rect x="45" y="9" width="30" height="24" rx="1.5" {...panel} />
        <rect x="45" y="51" width="30" height="24" rx="1.5" {...panel} />
        <Down />
      </>
    )}
    {direction === 'webtoon' && (
      <>
        <path d="M40 2v80M80 2v80" {...stroke} />
        <rect x="45" y="-4" width="30" height="22" rx="1.5" {...panel} />
        <rect x="45" y="23" width="30" height="34" rx="1.5" {...panel} />
        <rect x="45" y="62" width="30" height="30" rx="1.5" {...panel} />
        <Down />
      </>
    )}
  </svg>
);

const Spread = () => (
  <>
    <path
      d="M60 14C48 6 30 6 14 10v62c16-4 34-4 46 4 12-8 30-8 46-4V10C90 6 72 6 60 14zM60 14v62"
      {...stroke}
    />
    <rect x="21" y="17" width="32" height="21" rx="1.5" {...panel} />
    <rect x="21" y="43" width="14" height="21" rx="1.5" {...panel} />
    <rect x="39" y="43" width="14" height="21" rx="1.5" {...panel} />
    <path d="M68 41h28m-9-8 9 8-9 8" {...stroke} stroke="var(--o-accent)" strokeWidth={3} />
  </>
);

const Down = () => (
  <path d="M98 26v30m-8-9 8 9 8-9" {...stroke} stroke="var(--o-accent)" strokeWidth={3} />
);
