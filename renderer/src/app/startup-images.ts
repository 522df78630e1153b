import { basePath } from '../api/base-path.ts';

/**
 * Launch images of the home-screen app on iOS, which needs one of exactly the screen's size, per
 * orientation and colour scheme. They are drawn here instead of shipped, because there are about
 * forty sizes and new phones add more.
 */
const schemes = { light: '#f2f2f0', dark: '#0f1012' } as const;

/** Side of the icon, CSS pixels. */
const iconSide = 128;

const draw = (icon: HTMLImageElement, ground: string, width: number, height: number): string => {
  const scale = devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const side = iconSide * scale;
  context.drawImage(icon, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side);
  return canvas.toDataURL('image/png');
};

/**
 * Links the images after the page has loaded: they only matter when the app is added to the home
 * screen.
 */
export const linkStartupImages = async (): Promise<void> => {
  const icon = new Image();
  icon.src = `${basePath}/icons/icon-512.png`;
  await icon.decode();
  const [short, long] = [screen.width, screen.height].sort((a, b) => a - b) as [number, number];
  for (const [scheme, ground] of Object.entries(schemes)) {
    for (const [orientation, width, height] of [
      ['portrait', short, long],
      ['landscape', long, short],
    ] as const) {
      const link = document.createElement('link');
      link.rel = 'apple-touch-startup-image';
      link.media = `(prefers-color-scheme: ${scheme}) and (orientation: ${orientation})`;
      link.href = draw(icon, ground, width, height);
      document.head.append(link);
    }
  }
};
