/** The picture behind the app: a horizon over still water, lit by the hour of the visitor's own day. */
import type { Hour } from '@/lib/hour';

interface Light {
  sky: readonly [string, string, string, string];
  sea: readonly [string, string, string];
  far: string;
  near: string;
  disc: string;
  glow: string;
  x: number;
  y: number;
  /** How far the light spreads, and how strong it is. */
  reach: number;
  strength: number;
  /** Darkens the sky where words stand, so that white on it is readable at every hour. */
  shade: number;
}

const lights: Record<Hour, Light> = {
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

/** The lamp's path on the water, wider and fainter as it nears us: y, half width, sideways shift, opacity. */
const path = [
  [534, 62, 0, 0.95],
  [546, 44, 6, 0.85],
  [559, 70, -4, 0.74],
  [574, 36, 10, 0.66],
  [590, 82, 2, 0.56],
  [609, 52, -12, 0.48],
  [630, 96, 6, 0.4],
  [654, 44, 18, 0.33],
  [680, 88, -10, 0.2],
  [710, 60, 8, 0.12],
] as const;

/** Away from where words stand: below the navigation, right of the headline, above the hills. */
const stars = [
  [790, 104],
  [905, 182],
  [842, 262],
  [800, 330],
  [968, 306],
  [1052, 214],
  [1128, 168],
  [1160, 96],
] as const;

/** The colour at the near edge of the water, to continue the picture below its frame. */
export const nearWater = (hour: Hour) => lights[hour].sea[2];

interface StillWaterProps {
  hour: Hour;
  /** Unique in the document: names the picture's gradients. */
  id: string;
  className?: string;
  /** `wide` shows more of the shore, for a strip that is much broader than high. */
  frame?: 'tall' | 'wide';
}

export function StillWater({ hour, id, className = '', frame = 'tall' }: StillWaterProps) {
  const light = lights[hour];
  return (
    <svg
      className={`scene ${className}`}
      viewBox={frame === 'tall' ? '0 0 1200 900' : '-900 0 3000 900'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <Gradients light={light} id={id} />
      <rect x="-900" width="3000" height="524" fill={`url(#${id}-sky)`} />
      {(hour === 'night' || hour === 'dusk') &&
        stars.map(([x, y]) => (
          <circle
            key={x}
            cx={x}
            cy={y}
            r={x % 4 ? 1.3 : 1.9}
            fill="#fff"
            opacity={hour === 'night' ? 0.75 : 0.4}
          />
        ))}
      <g clipPath={`url(#${id}-up)`}>
        <circle
          cx={light.x}
          cy={light.y}
          r={light.reach}
          fill={`url(#${id}-glow)`}
          opacity={light.strength}
        />
        <rect x="-900" width="3000" height="524" fill={`url(#${id}-shade)`} />
        <circle cx={light.x} cy={light.y} r={hour === 'night' ? 26 : 46} fill={light.disc} />
      </g>
      <path
        fill={light.far}
        d="M-900 522c300-4 560-10 760-30 50-6 98-17 140-30 70-22 118-40 186-30 62 9 96 34 160 22 66-12 108-40 176-22 44 12 70 36 120 52 40 14 92 22 150 24 70-4 110-34 170-46 78-16 150 8 238-12 60-14 120-18 190-10 150 18 380 66 710 82Z"
      />
      <path
        fill={light.near}
        d="M-900 522c360 0 640 0 780-8 46-3 84-10 120-18 92-26 170-40 262-22 74 14 140 40 232 46 36 2 60 2 84 2ZM2100 522c-280 0-500-4-680-18-80-8-150-22-220-34-84-14-150-6-224 18-60 20-112 32-176 34Z"
      />
      <rect x="-900" y="521" width="3000" height="379" fill={`url(#${id}-sea)`} />
      <rect x="-900" y="520.5" width="3000" height="1.6" fill={light.glow} opacity=".55" />
      <g fill={light.disc}>
        {path.map(([y, halfWidth, shift, opacity]) => (
          <rect
            key={y}
            className="ripple"
            x={light.x + shift - halfWidth}
            y={y}
            width={halfWidth * 2}
            height={y < 600 ? 3 : 3.8}
            rx="2"
            opacity={opacity}
            style={{ animationDelay: `${-y / 60}s` }}
          />
        ))}
      </g>
    </svg>
  );
}

function Gradients({ light, id }: { light: Light; id: string }) {
  return (
    <defs>
      <linearGradient id={`${id}-sky`} x2="0" y2="1">
        <stop offset="0" stopColor={light.sky[0]} />
        <stop offset=".62" stopColor={light.sky[1]} />
        <stop offset=".86" stopColor={light.sky[2]} />
        <stop offset="1" stopColor={light.sky[3]} />
      </linearGradient>
      <linearGradient id={`${id}-sea`} x2="0" y2="1">
        <stop offset="0" stopColor={light.sea[0]} />
        <stop offset=".16" stopColor={light.sea[1]} />
        <stop offset=".72" stopColor={light.sea[2]} />
      </linearGradient>
      <radialGradient id={`${id}-glow`}>
        <stop offset="0" stopColor={light.glow} stopOpacity=".9" />
        <stop offset=".14" stopColor={light.glow} stopOpacity=".62" />
        <stop offset=".34" stopColor={light.glow} stopOpacity=".3" />
        <stop offset=".62" stopColor={light.glow} stopOpacity=".09" />
        <stop offset="1" stopColor={light.glow} stopOpacity="0" />
      </radialGradient>
      <radialGradient
        id={`${id}-shade`}
        gradientUnits="userSpaceOnUse"
        cx="420"
        cy="60"
        r="620"
        gradientTransform="translate(420 60) scale(1.35 0.78) translate(-420 -60)"
      >
        <stop offset="0" stopColor="#04202b" stopOpacity={light.shade} />
        <stop offset=".55" stopColor="#04202b" stopOpacity={light.shade * 0.8} />
        <stop offset="1" stopColor="#04202b" stopOpacity="0" />
      </radialGradient>
      <clipPath id={`${id}-up`}>
        <rect x="-900" width="3000" height="522" />
      </clipPath>
    </defs>
  );
}
