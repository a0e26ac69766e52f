import { users } from '../frame/staff-words';
import type { StaffUser } from '../types';

/** The name of a user, or else the address. */
export const nameOf = ({ firstName, lastName, email }: StaffUser) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || users.nameless;
