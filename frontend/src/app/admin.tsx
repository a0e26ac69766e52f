import { useEffect } from 'react';
import { AdminScreen } from '@/features/admin/frame/admin-screen';
import { activatePreferredLanguage } from './languages';
import './admin.css';

/** The staff pages with their own styles. They are in English, with everything that other screens lend them. */
export function Admin() {
  useEffect(() => {
    void activatePreferredLanguage();
    // By then the address is that of the next screen.
    return () => void activatePreferredLanguage();
  }, []);
  return <AdminScreen />;
}
