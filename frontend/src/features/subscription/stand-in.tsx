import { Notice } from '@/ui/notice';

/** Says plainly that no money moves here. */
export function StandIn() {
  return (
    <Notice className="mb-6">
      <strong className="block text-ink">Payments are a stand-in here</strong>
      Nobody is charged anything, and no real card belongs here. Try it with the card number 4242
      4242 4242 4242.
    </Notice>
  );
}
