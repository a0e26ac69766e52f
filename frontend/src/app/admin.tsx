import { AdminScreen } from '@/features/admin/frame/admin-screen';
import './admin.css';

/** The staff pages with their own styles. */
export const Admin = AdminScreen;
