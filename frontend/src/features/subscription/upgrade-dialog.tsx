import { page } from '@/lib/page';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Benefits } from './benefits';

interface UpgradeDialogProps {
  /** When the free requests come back, if the day's limit led here. */
  resetsAt: string | null;
  onClose(): void;
}

/** What the plan is and costs, with no hurry: tomorrow's free guidance is named first. */
export function UpgradeDialog({ resetsAt, onClose }: UpgradeDialogProps) {
  const upgrade = () => {
    onClose();
    page.go('/subscribe');
  };
  return (
    <Dialog
      title="Unlimited Guidance"
      onClose={onClose}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Maybe Later
          </Button>
          <Button onClick={upgrade}>Upgrade Now</Button>
        </>
      }
    >
      {resetsAt && (
        <p className="mt-2 text-body">
          Today’s free guidance is used. It starts again {whenInWords(new Date(resetsAt))}.
        </p>
      )}
      <p className="display mt-4 text-[length:min(2.35rem,17vw)] leading-[1.14] text-ink">
        $20/month
      </p>
      <p className="text-label text-muted">
        Renews every month until you cancel, which you can do at any time in your profile.
      </p>
      <Benefits className="mt-5" />
    </Dialog>
  );
}

function whenInWords(at: Date): string {
  if (at.getHours() === 0 && at.getMinutes() === 0) return 'at midnight';
  const time = at.toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
  return at.toDateString() === new Date().toDateString()
    ? `today at ${time}`
    : `tomorrow at ${time}`;
}
