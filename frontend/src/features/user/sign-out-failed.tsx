import { Notice } from '@/ui/notice';

/** After a logout that the server never answered: the person must know that they may still be signed in. */
export default function SignOutFailed() {
  return (
    <Notice tone="danger" className="m-3 rail:col-span-full">
      <strong className="block">We could not reach the server to sign you out</strong>
      This device may still be signed in. Please log out once more when you are online.
    </Notice>
  );
}
