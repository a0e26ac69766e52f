import { useQueryClient } from '@tanstack/react-query';
import type { Prayer } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { Question } from '@/ui/question';
import { deletePrayer, keepPrayers } from './queries';
import { written } from './words';

interface DeleteDialogProps {
  prayer: Prayer;
  onClose(): void;
  onDeleted(): void;
}

/** Asks for confirmation before a prayer is deleted. */
export function DeleteDialog({ prayer: { id, shared }, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const words = useWords(written).asks;
  const done = () => {
    onClose();
    keepPrayers(client, (all) => all.filter((one) => one.id !== id));
    onDeleted();
  };
  return (
    <Question words={words} act={() => deletePrayer(id)} onDone={done} onClose={onClose}>
      <p className="mt-3">
        {words.forGood}
        {shared && words.team}
      </p>
    </Question>
  );
}
