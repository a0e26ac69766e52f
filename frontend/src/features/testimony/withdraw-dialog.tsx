import { useQueryClient } from '@tanstack/react-query';
import type { OwnTestimony } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { Question } from '@/ui/question';
import { withdrawTestimony } from './queries';
import { own } from './words';

interface WithdrawDialogProps {
  testimony: OwnTestimony;
  onClose(): void;
  onWithdrawn(): void;
}

/** Asks for confirmation before a testimony is deleted. */
export function WithdrawDialog({ testimony, onClose, onWithdrawn }: WithdrawDialogProps) {
  const client = useQueryClient();
  const words = useWords(own).asks;
  const done = () => {
    onClose();
    onWithdrawn();
  };
  return (
    <Question
      words={words}
      act={() => withdrawTestimony(client, testimony.id)}
      onDone={done}
      onClose={onClose}
    >
      <p className="mt-3">
        {testimony.status === 'approved' ? words.published : words.unpublished} {words.forGood}
      </p>
    </Question>
  );
}
