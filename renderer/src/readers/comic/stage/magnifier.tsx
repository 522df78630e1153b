import { useEffect, useState, type CSSProperties } from 'react';

import { pageUrl } from '../../../api/client.ts';
import { useReader } from '../store/reader-context.tsx';
import classes from './magnifier.module.css';

const radius = 150;
const factor = 2.4;

/** The point under the pointer, in CSS pixels of the page as laid out. */
interface Spot {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  isTurned: boolean;
}

/** Magnifier under the pointer; enlarges the page from its original image. */
export const Magnifier = () => {
  const bookId = useReader((state) => state.book.id);
  const [pointer, setPointer] = useState({ x: window.innerWidth / 2, y: window.innerHeight / 2 });

  useEffect(() => {
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => setPointer({ x, y });
    window.addEventListener('pointermove', onMove);
    return () => window.removeEventListener('pointermove', onMove);
  }, []);

  const spot = spotAt(pointer.x, pointer.y);
  if (!spot) return null;
  return (
    <div
      className={classes.lens}
      style={
        { '--x': `${pointer.x}px`, '--y': `${pointer.y}px`, '--r': `${radius}px` } as CSSProperties
      }
      aria-hidden
    >
      <div className={classes.glass} style={spot.isTurned ? { rotate: '90deg' } : undefined}>
        <img
          src={pageUrl(bookId, spot.page)}
          alt=""
          style={{
            width: spot.width * factor,
            height: spot.height * factor,
            left: radius - spot.x * factor,
            top: radius - spot.y * factor,
          }}
        />
      </div>
    </div>
  );
};

const spotAt = (x: number, y: number): Spot | null => {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-page]')) {
    const box = image.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    const page = Number(image.dataset['page']);
    const isTurned = image.offsetWidth > image.offsetHeight !== box.width > box.height;
    const across = x - box.left;
    const down = y - box.top;
    // Rotated clockwise: the page's left side is now at the top.
    return isTurned
      ? { page, x: down, y: box.width - across, width: box.height, height: box.width, isTurned }
      : { page, x: across, y: down, width: box.width, height: box.height, isTurned };
  }
  return null;
};
