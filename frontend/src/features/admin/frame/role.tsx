/** What the role of the signed-in member of staff allows. The server refuses the rest; the pages do not offer it. */
import { createContext, type ReactNode, use } from 'react';
import { Notice } from '@/ui/notice';
import type { Role } from '../types';

const order: readonly Role[] = ['reader', 'moderator', 'owner'];

/** The role; that of an owner outside the dashboard. */
export const RoleContext = createContext<Role>('owner');

export const allows = (role: Role, least: Role) => order.indexOf(role) >= order.indexOf(least);

/** Whether the signed-in member of staff has at least this role. */
export const useMay = (least: Role) => allows(use(RoleContext), least);

interface OnlyForProps {
  least: Role;
  children: ReactNode;
}

/** Shows its content from this role on. */
export function OnlyFor({ least, children }: OnlyForProps) {
  return useMay(least) ? children : null;
}

/** Says to lower roles why something is missing. */
export function NotFor({ least, children }: OnlyForProps) {
  if (useMay(least)) return null;
  return (
    <Notice icon="lock" className="my-4">
      {children}
    </Notice>
  );
}
