import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon';

interface NoticeProps {
  children: ReactNode;
  tone?: 'plain' | 'danger';
  icon?: IconName;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}

/** An inline message. In the danger tone it is announced by screen readers at once. */
export function Notice({ children, tone = 'plain', icon, className = '', ref }: NoticeProps) {
  return (
    <div
      ref={ref}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-field border px-5 py-4 text-label ${tone === 'danger' ? 'border-danger bg-surface text-danger' : 'border-line bg-sunk text-body'} ${className}`}
    >
      {icon && <Icon name={icon} className="mt-0.5 size-5" />}
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
    </div>
  );
}
