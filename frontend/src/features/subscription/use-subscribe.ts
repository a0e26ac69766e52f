/** Step 1: creates an unpaid subscription for an address, and handles each response. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { currentWords } from '@/lib/language';
import { page } from '@/lib/page';
import { aboutYou } from './payment-words';
import type { PlanName } from './plans';
import { createSubscription } from './queries';
import { isOfStripe } from './stripe';

interface Trouble {
  title: string;
  text: string;
  /** Whether the address must be proven by signing in with it. */
  signIn?: boolean;
}

/** A minimal check of an address; the server validates the rest. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

export function useSubscribe(knownEmail: string, plan: PlanName) {
  const [typed, setTyped] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const email = typed ?? knownEmail;

  const refuse = (words: string) => {
    setProblem(words);
    field.current?.focus();
  };

  const creation = useMutation({
    mutationFn: () => createSubscription(email.trim(), name.trim(), plan),
    onMutate: () => setTrouble(null),
    onSuccess: ({ clientSecret, invoiceUrl }) => {
      if (clientSecret) setSecret(clientSecret);
      else if (invoiceUrl && isOfStripe(invoiceUrl)) page.go(invoiceUrl);
      else {
        const { setupError, setupErrorText } = currentWords(aboutYou);
        setTrouble({ title: setupError, text: setupErrorText });
      }
    },
    onError: (error) => {
      const words = currentWords(aboutYou);
      if (!isApiError(error)) {
        setTrouble({ title: words.error, text: words.notStarted });
        return;
      }
      if (error.code === 'ADDRESS_NOT_PROVEN') {
        setTrouble({ title: words.prove, text: words.proveText, signIn: true });
      } else if (error.fields.email) refuse(error.fields.email);
      else setTrouble({ title: words.error, text: error.humanMessage ?? words.notCreated });
    },
  });

  return {
    field,
    email,
    name,
    problem,
    trouble,
    pending: creation.isPending,
    /** Opens the payment form once the subscription exists. */
    secret,
    setName,
    typeEmail: (next: string) => {
      setTyped(next);
      if (problem) setProblem(problemOf(next));
    },
    submit: () => {
      const words = problemOf(email);
      setProblem(words);
      if (words) refuse(words);
      else if (!creation.isPending) creation.mutate();
    },
    back: () => setSecret(null),
  };
}

/** What is wrong with an address, in words. */
export function problemOf(email: string): string | null {
  const { blank, invalid } = currentWords(aboutYou);
  if (email.trim() === '') return blank;
  return looksLikeEmail.test(email.trim()) ? null : invalid;
}
