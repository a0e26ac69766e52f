/** Line icons of one weight on a grid of 24. They are hidden from screen readers: their button has the name. */
const shapes = {
  home: 'M4 10.4 12 4l8 6.4V19a1.6 1.6 0 0 1-1.6 1.6H5.6A1.6 1.6 0 0 1 4 19ZM9.6 20.6v-6.2h4.8v6.2',
  book: 'M12 6.6C10 5.2 7.4 4.6 4 4.6v13.6c3.4 0 6 .6 8 2 2-1.4 4.6-2 8-2V4.6c-3.4 0-6 .6-8 2ZM12 6.6v13.6',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 8.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM6 6l3.6 3.6M14.4 14.4 18 18M18 6l-3.6 3.6M9.6 14.4 6 18',
  rise: 'M3.5 17.5h17M7 21h10M7 14a5 5 0 0 1 10 0M12 3.2v3M4.6 7l1.8 1.8M19.4 7l-1.8 1.8',
  lock: 'M6 10.8h12a1.2 1.2 0 0 1 1.2 1.2v7a1.2 1.2 0 0 1-1.2 1.2H6A1.2 1.2 0 0 1 4.8 19v-7A1.2 1.2 0 0 1 6 10.8ZM8.2 10.8V8a3.8 3.8 0 0 1 7.6 0v2.8',
  keep: 'M6.5 4.4h11v15.8L12 16.4l-5.5 3.8Z',
  back: 'M19.5 12h-15M10.5 18l-6-6 6-6',
  forward: 'M4.5 12h15M13.5 6l6 6-6 6',
  pen: 'M4.2 19.8 5.4 15 16 4.4a1.9 1.9 0 0 1 2.7 0l.9.9a1.9 1.9 0 0 1 0 2.7L9 18.6ZM14 6.4l3.6 3.6',
  phone:
    'M8.6 4H5.4A1.4 1.4 0 0 0 4 5.5C4.6 13.3 10.7 19.4 18.5 20a1.4 1.4 0 0 0 1.5-1.4v-3.2l-4.4-1.6-1.8 2a12 12 0 0 1-5.6-5.6l2-1.8Z',
  message: 'M4 5.4h16v10.8h-8.6L7 20v-3.8H4ZM8 9.4h8M8 12.4h5',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  check: 'M4.5 12.8 9.6 18 19.5 6.8',
  share: 'M12 15V3.6M7.8 7.6 12 3.4l4.2 4.2M5 12v7.4h14V12',
  upload: 'M12 16V4.4M7.4 9 12 4.4 16.6 9M4.6 15.4v4.2h14.8v-4.2',
  listen: 'M4 9.6v4.8h3.4l4.6 4V5.6l-4.6 4ZM15.4 9a4.2 4.2 0 0 1 0 6M17.8 6.6a7.6 7.6 0 0 1 0 10.8',
  stop: 'M6.5 6.5h11v11h-11Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.6v2M12 19.4v2M4.4 12h-2M21.6 12h-2M6.6 6.6 5.2 5.2M18.8 18.8l-1.4-1.4M6.6 17.4l-1.4 1.4M18.8 5.2l-1.4 1.4',
  moon: 'M19.6 14.4A8 8 0 0 1 9.6 4.4a8 8 0 1 0 10 10Z',
  down: 'M5.5 9l6.5 6.5L18.5 9',
  search: 'M10.8 4.2a6.6 6.6 0 1 0 0 13.2 6.6 6.6 0 0 0 0-13.2ZM15.6 15.6l4.6 4.6',
  shield: 'M12 3.4 5 6v5.6c0 4.4 2.8 7.6 7 9 4.2-1.4 7-4.6 7-9V6ZM9 11.8l2.2 2.2 3.8-4',
  people:
    'M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5ZM3 19c.4-3.4 2.8-5.2 6-5.2s5.6 1.8 6 5.2M15.4 5.6a2.8 2.8 0 0 1 0 5.2M17 14c2.2.5 3.7 2.2 4 5',
  leave: 'M10 4.4H5.4v15.2H10M14.6 7.8l4.2 4.2-4.2 4.2M18.8 12H9.6',
  quote:
    'M10 6.4C6.6 7.4 4.6 10 4.6 13.6v3.8h5.2v-5.2H7.2c.2-1.6 1.2-2.6 2.8-3.2ZM19.4 6.4c-3.4 1-5.4 3.6-5.4 7.2v3.8h5.2v-5.2h-2.6c.2-1.6 1.2-2.6 2.8-3.2Z',
  close: 'M6 6l12 12M18 6 6 18',
  offline:
    'M4 4l16 16M5 12.4a10 10 0 0 1 4-2.5M19 12.4a10 10 0 0 0-4.6-2.7M8.4 16a5.2 5.2 0 0 1 7.2 0M12 19.6h.01',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({
  name,
  className = 'size-[1.35em]',
}: {
  name: IconName;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
