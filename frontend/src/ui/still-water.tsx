/** The scene behind the app: a horizon over still water, lit by the visitor's local time. */
import type { Hour } from '@/lib/hour';
import { type Light, lights } from './light';

/** The lamp's reflection on the water, wider and fainter towards the viewer: y, half width, x offset, opacity. */
export const path = [
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

/** Star positions away from text: below the navigation, right of the headline, above the hills. */
export const stars = [
  [790, 104],
  [905, 182],
  [842, 262],
  [800, 330],
  [968, 306],
  [1052, 214],
  [1128, 168],
  [1160, 96],
] as const;

/** The hills, as SVG paths. */
export const FAR =
  'M-900 522c300-4 560-10 760-30 50-6 98-17 140-30 70-22 118-40 186-30 62 9 96 34 160 22 66-12 108-40 176-22 44 12 70 36 120 52 40 14 92 22 150 24 70-4 110-34 170-46 78-16 150 8 238-12 60-14 120-18 190-10 150 18 380 66 710 82Z';
export const NEAR =
  'M-900 522c360 0 640 0 780-8 46-3 84-10 120-18 92-26 170-40 262-22 74 14 140 40 232 46 36 2 60 2 84 2ZM2100 522c-280 0-500-4-680-18-80-8-150-22-220-34-84-14-150-6-224 18-60 20-112 32-176 34Z';

interface StillWaterProps {
  hour: Hour;
  /** A prefix for the ids of the gradients, unique in the document. */
  id: string;
  className?: string;
  /** `wide` shows more of the shore, for a broad strip. */
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
      <path fill={light.far} d={FAR} />
      <path fill={light.near} d={NEAR} />
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
