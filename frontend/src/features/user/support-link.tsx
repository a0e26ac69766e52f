import type { ReactNode } from 'react';
import { supportEmail } from '@/lib/product';

interface SupportLinkProps {
  children?: ReactNode;
  /** The subject of the mail. */
  subject?: string | undefined;
  className?: string;
}

/** A mailto link to support; shows the address if it has no other label. */
export function SupportLink({ children, subject, className = '' }: SupportLinkProps) {
  return (
    <a
      href={`mailto:${supportEmail()}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}
      className={`font-semibold text-water underline underline-offset-4 [overflow-wrap:anywhere] ${className}`}
    >
      {children ?? supportEmail()}
    </a>
  );
}
