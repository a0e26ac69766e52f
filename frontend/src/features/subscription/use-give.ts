/** Step 1 of a gift: creates its payment for an address, and handles each response. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { currentWords } from '@/lib/language';
import { giving } from './gift-words';
import { aboutYou } from './payment-words';
import { beginGift } from './queries';
import { problemOf } from './use-subscribe';

export function useGive(knownEmail: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const email = typed ?? knownEmail;

  const refuse = (words: string) => {
    setProblem(words);
    field.current?.focus();
  };
  const beginning = useMutation({
    mutationFn: () => beginGift(email.trim()),
    onError: (error) => {
      if (isApiError(error) && error.fields.email) refuse(error.fields.email);
    },
  });
  return {
    field,
    email,
    problem,
    pending: beginning.isPending,
    trouble: problem === null && beginning.error ? troubleOf(beginning.error) : null,
    /** Opens the payment form once the payment exists. */
    begun: beginning.data ?? null,
    typeEmail: (next: string) => {
      setTyped(next);
      if (problem) setProblem(problemOf(next));
    },
    submit: () => {
      const words = problemOf(email);
      setProblem(words);
      if (words) refuse(words);
      else if (!beginning.isPending) beginning.mutate();
    },
    back: () => beginning.reset(),
  };
}

function troubleOf(error: Error): string {
  return (
    (isApiError(error) && error.humanMessage) ||
    (isApiError(error) ? currentWords(giving).notBegun : currentWords(aboutYou).notStarted)
  );
}
