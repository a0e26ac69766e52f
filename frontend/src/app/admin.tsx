import { AdminScreen } from '@/features/admin/admin-screen';
import './admin.css';

/** The staff pages with their own styles. */
export const Admin = AdminScreen;
