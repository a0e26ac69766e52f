import type { ReactNode } from 'react';
import { supportEmail } from '@/lib/product';

interface SupportLinkProps {
  children?: ReactNode;
  className?: string;
}

/** Opens a letter to the people behind the product; shows their address where no other words are given. */
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
