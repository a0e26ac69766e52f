import { appName } from '@/lib/product';

/** The logo, the same horizon as the scene, and the product's name. */
export function Wordmark({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-3 ${className}`}>
      <svg viewBox="0 0 28 20" className="h-5 w-7 shrink-0" aria-hidden="true">
        <path d="M5 9.4a9 9 0 0 1 18 0Z" className="fill-amber" />
        <g stroke="currentColor" strokeWidth="1.9" strokeLinecap="round">
          <path d="M1 10.4h26M6.4 14.6h15.2M10.2 18.8h7.6" />
        </g>
      </svg>
      <span data-app-name className="display text-[1.3rem] leading-none">
        {appName()}
      </span>
    </span>
  );
}
