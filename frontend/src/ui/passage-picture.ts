/** Draws a passage as a picture, in our type and with the scene of an hour. Nothing leaves the device. */
import type { Hour } from '@/lib/hour';
import { type Passage, sentencesOf } from '@/lib/passage';
import { appName } from '@/lib/product';
import { lights } from './light';
import { FAR, NEAR, path, stars } from './still-water';

export const WIDTH = 1080;
export const HEIGHT = 1350;
const MARGIN = 96;
/** The passage stands between the top and this height, where the scene is dark at every hour. */
const TEXT_END = 810;
const HORIZON = 960;
const MAX_FONT = 76;
const MIN_FONT = 36;
const LINE_HEIGHT = 1.34;

type Measure = (text: string) => number;

/** Breaks a text into lines no wider than `width`. A word that is wider stands alone. */
export function wrapped(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || measure(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export interface Fitted {
  size: number;
  lines: string[];
}

/**
 * The largest type in which a text fits, or else as many of its sentences as fit in the smallest, with an ellipsis.
 * `measure` gives the width at a font size.
 */
export function fitted(text: string, measure: (text: string, size: number) => number): Fitted {
  const room = TEXT_END - MARGIN * 1.4;
  const at = (words: string, size: number): Fitted | null => {
    const lines = wrapped(words, WIDTH - 2 * MARGIN, (line) => measure(line, size));
    return lines.length * size * LINE_HEIGHT <= room ? { size, lines } : null;
  };
  for (let size = MAX_FONT; size >= MIN_FONT; size -= 4) {
    const whole = at(text, size);
    if (whole) return whole;
  }
  const sentences = sentencesOf(text);
  while (sentences.length > 1) {
    sentences.pop();
    const part = at(`${sentences.join(' ')} …`, MIN_FONT);
    if (part) return part;
  }
  return {
    size: MIN_FONT,
    lines: wrapped(text, WIDTH - 2 * MARGIN, (line) => measure(line, MIN_FONT)),
  };
}

const SERIF = "'Newsreader', Georgia, serif";
const SANS = "'Atkinson Hyperlegible Next Variable', Arial, sans-serif";

/** Draws onto a canvas. Resolves to whether the browser could. */
export async function drawPassage(
  canvas: HTMLCanvasElement,
  passage: Passage,
  hour: Hour,
): Promise<boolean> {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  if (!context) return false;
  // Without our fonts the fallbacks are drawn.
  await Promise.allSettled([
    document.fonts.load(`40px ${SERIF}`, passage.text),
    document.fonts.load(`600 40px ${SANS}`, passage.reference),
  ]);
  drawScene(context, hour);
  drawWords(context, passage);
  return true;
}

function drawWords(context: CanvasRenderingContext2D, passage: Passage) {
  const { size, lines } = fitted(passage.text, (line, at) => {
    context.font = `${at}px ${SERIF}`;
    return context.measureText(line).width;
  });
  context.fillStyle = '#fff';
  context.textBaseline = 'alphabetic';
  context.font = `${size}px ${SERIF}`;
  let y = MARGIN * 1.1 + size;
  for (const line of lines) {
    context.fillText(line, MARGIN, y);
    y += size * LINE_HEIGHT;
  }
  context.font = `600 36px ${SANS}`;
  context.fillStyle = '#ffdba4';
  context.fillText(passage.reference, MARGIN, HEIGHT - 128);
  context.font = `28px ${SANS}`;
  context.fillStyle = 'rgb(255 255 255 / .9)';
  context.fillText(passage.translation, MARGIN, HEIGHT - 84);
  context.textAlign = 'right';
  context.fillText(appName(), WIDTH - MARGIN, HEIGHT - 84);
  context.textAlign = 'left';
}

/** The scene of `still-water.tsx`, moved so that its horizon lies below the text. */
function drawScene(context: CanvasRenderingContext2D, hour: Hour) {
  const light = lights[hour];
  const down = (colors: readonly string[], stops: readonly number[], from: number, to: number) => {
    const gradient = context.createLinearGradient(0, from, 0, to);
    for (const [index, color] of colors.entries()) gradient.addColorStop(stops[index] ?? 1, color);
    return gradient;
  };
  context.save();
  context.translate(-90, HORIZON - 521);
  const top = 521 - HORIZON;
  const width = 1400;
  context.fillStyle = down(light.sky, [0, 0.62, 0.86, 1], top, 521);
  context.fillRect(0, top, width, HORIZON);
  context.fillStyle = '#fff';
  if (hour === 'night' || hour === 'dusk') {
    context.globalAlpha = hour === 'night' ? 0.75 : 0.4;
    for (const [x, y] of stars) dot(context, x, y - 180, 1.9);
    context.globalAlpha = 1;
  }
  const glow = context.createRadialGradient(light.x, light.y, 0, light.x, light.y, light.reach);
  glow.addColorStop(0, light.glow);
  glow.addColorStop(1, `${light.glow}00`);
  context.globalAlpha = light.strength * 0.8;
  context.fillStyle = glow;
  context.fillRect(0, top, width, HORIZON);
  context.globalAlpha = 1;
  context.fillStyle = light.disc;
  dot(context, light.x, light.y, hour === 'night' ? 26 : 46);
  context.fillStyle = light.far;
  context.fill(new Path2D(FAR));
  context.fillStyle = light.near;
  context.fill(new Path2D(NEAR));
  context.fillStyle = down(light.sea, [0, 0.16, 0.72], 521, 521 + HEIGHT - HORIZON);
  context.fillRect(0, 521, width, HEIGHT);
  context.fillStyle = light.disc;
  for (const [y, half, shift, opacity] of path) {
    context.globalAlpha = opacity;
    context.fillRect(light.x + shift - half, y, half * 2, 3);
  }
  context.restore();
  // Dark enough for white text at every hour, and clear towards the horizon.
  context.fillStyle = down(
    [
      'rgb(4 32 43 / .74)',
      'rgb(4 32 43 / .74)',
      'rgb(4 32 43 / .12)',
      'rgb(4 32 43 / .1)',
      'rgb(4 32 43 / .7)',
    ],
    [0, TEXT_END / HEIGHT, 0.7, 0.8, 1],
    0,
    HEIGHT,
  );
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}
