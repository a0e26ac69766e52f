import { useToast } from '@/lib/toasts';

/** The toast's text without styling, for screens rendered alone. */
export function Toasts() {
  const toast = useToast();
  return toast?.open ? (
    <aside>
      <p>{toast.title}</p>
      <p>{toast.description}</p>
    </aside>
  ) : null;
}
