import type { Point } from './page.ts';

/** WebDriver key codes, identical in the classic and BiDi protocols. */
const codes: Record<string, string> = {
  Enter: '\ue007',
  Tab: '\ue004',
  Escape: '\ue00c',
  Space: ' ',
  PageUp: '\ue00e',
  PageDown: '\ue00f',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
  Control: '\ue009',
  Shift: '\ue008',
};

const code = (key: string): string => codes[key] ?? key;

const keys = (actions: { type: 'keyDown' | 'keyUp'; value: string }[]) => [
  { type: 'key', id: 'keyboard', actions },
];

export const pressActions = (chord: string) => {
  const parts = chord.split('+').map(code);
  return keys([
    ...parts.map((value) => ({ type: 'keyDown' as const, value })),
    ...parts.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
  ]);
};

export const typeActions = (text: string) =>
  keys(
    Array.from(text).flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ]),
  );

const pointer = (actions: object[]) => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
];

const moveTo = ({ x, y }: Point, duration = 0) => ({
  type: 'pointerMove',
  x: Math.round(x),
  y: Math.round(y),
  duration,
});

export const clickActions = (point: Point) =>
  pointer([moveTo(point), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);

export const dragActions = (start: Point, end: Point) =>
  pointer([
    moveTo(start),
    { type: 'pointerDown', button: 0 },
    moveTo({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }, 60),
    moveTo(end, 60),
    // Rests, because a page that is busy learns of all moves together with the release.
    { type: 'pause', duration: 300 },
    { type: 'pointerUp', button: 0 },
  ]);

export const wheelActions = ({ x, y }: Point, down: number) => [
  {
    type: 'wheel',
    id: 'wheel',
    actions: [
      { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: down, duration: 50 },
    ],
  },
];

export const touchActions = ([first, ...rest]: readonly [Point, ...Point[]]) => [
  {
    type: 'pointer',
    id: 'finger',
    parameters: { pointerType: 'touch' },
    actions: [
      moveTo(first),
      { type: 'pointerDown', button: 0 },
      ...rest.map((point) => moveTo(point, 30)),
      { type: 'pointerUp', button: 0 },
    ],
  },
];
