import { useToast } from '@/lib/toasts';

/** The words of the toast, without its looks: for screens that are rendered alone. */
export function Toasts() {
  const toast = useToast();
  return toast?.open ? (
    <aside>
      <p>{toast.title}</p>
      <p>{toast.description}</p>
    </aside>
  ) : null;
}
