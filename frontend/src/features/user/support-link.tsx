import type { ReactNode } from 'react';
import { supportEmail } from '@/lib/product';

interface SupportLinkProps {
  children?: ReactNode;
  className?: string;
}

/** A mailto link to support; shows the address if it has no other label. */
export function SupportLink({ children, className = '' }: SupportLinkProps) {
  return (
    <a
      href={`mailto:${supportEmail()}`}
      className={`font-semibold text-water underline underline-offset-4 [overflow-wrap:anywhere] ${className}`}
    >
      {children ?? supportEmail()}
    </a>
  );
}
