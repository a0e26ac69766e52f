/** The colours of the scene for each part of the day. */
import type { Hour } from '@/lib/hour';

export interface Light {
  sky: readonly [string, string, string, string];
  sea: readonly [string, string, string];
  far: string;
  near: string;
  disc: string;
  glow: string;
  x: number;
  y: number;
  /** Radius and strength of the light. */
  reach: number;
  strength: number;
  /** How much the sky behind the text is darkened, so that white text is readable at every hour. */
  shade: number;
}

export const lights: Record<Hour, Light> = {
  dawn: {
    sky: ['#174459', '#2c6474', '#b4b5a4', '#fbd3a6'],
    sea: ['#d9a889', '#3d737e', '#164450'],
    far: '#4f7f86',
    near: '#22535f',
    disc: '#fff0d2',
    glow: '#ffd9a0',
    x: 690,
    y: 486,
    reach: 400,
    strength: 0.85,
    shade: 0.5,
  },
  day: {
    sky: ['#174f66', '#256779', '#86b2b1', '#e6ecd9'],
    sea: ['#bfd5cb', '#3b7d88', '#185363'],
    far: '#5f949a',
    near: '#2b6470',
    disc: '#fffbea',
    glow: '#fff3c8',
    x: 735,
    y: 400,
    reach: 320,
    strength: 0.6,
    shade: 0.68,
  },
  dusk: {
    sky: ['#0c2835', '#1d4e5d', '#7d8f8a', '#f4b987'],
    sea: ['#d79c78', '#24545f', '#0b2631'],
    far: '#3c6a73',
    near: '#143c48',
    disc: '#ffe3b3',
    glow: '#ffbf7d',
    x: 690,
    y: 500,
    reach: 400,
    strength: 1,
    shade: 0.3,
  },
  night: {
    sky: ['#071821', '#0e2d3a', '#1d4653', '#3f6873'],
    sea: ['#3a626c', '#123642', '#06161d'],
    far: '#16404c',
    near: '#0a2630',
    disc: '#eef3e6',
    glow: '#7fa6a8',
    x: 775,
    y: 405,
    reach: 210,
    strength: 1,
    shade: 0,
  },
};

/** The colour at the lower edge of the water, to continue the scene below its frame. */
export const nearWater = (hour: Hour) => lights[hour].sea[2];
