import { AdminScreen } from '@/features/admin/admin-screen';
import './admin.css';

/** The staff's pages with the styles which only they need. */
export const Admin = AdminScreen;
