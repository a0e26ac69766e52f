/** The form for the name: validated as the server does, and sent once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { numberInWords } from '@/lib/dates';
import { currentWords } from '@/lib/language';
import { changeName, userQuery } from './queries';
import { naming } from './words';

/** The server's limit of each part, in characters and not in code units. */
const MAX_LENGTH = 100;

const PARTS = ['firstName', 'lastName'] as const;
type PartName = (typeof PARTS)[number];
type Problems = Partial<Record<PartName, string>>;

/** One part of the name. */
export interface NamePart {
  text: string;
  problem: string | null;
  type(next: string): void;
}

/** Whether nothing was refused: the request did not arrive. */
export const isOffline = (error: Error) => !isApiError(error);

export function useNameForm(user: User, onSaved: () => void) {
  const client = useQueryClient();
  const [name, setName] = useState({
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
  });
  const [problems, setProblems] = useState<Problems>({});
  const firstName = useRef<HTMLInputElement>(null);
  const lastName = useRef<HTMLInputElement>(null);
  const [fields] = useState({ firstName, lastName });

  /** Shows the problems and goes to the first; returns whether there are any. */
  const refuse = (found: Problems) => {
    setProblems(found);
    const first = PARTS.find((part) => found[part]);
    if (first) fields[first].current?.focus();
    return first !== undefined;
  };
  const saving = useMutation({
    mutationFn: () => changeName(name),
    // A name is not kept in memory longer than it is shown.
    gcTime: 0,
    onSuccess: (changed) => {
      client.setQueryData(userQuery.queryKey, changed);
      onSaved();
    },
    onError: (error) => {
      if (isApiError(error)) refuse(error.fields);
    },
  });
  const { error } = saving;
  const isExplained = Object.keys(problems).length > 0;

  return {
    fields,
    pending: saving.isPending,
    /** Why it was not saved, unless a field tells. */
    error: isExplained ? null : error,
    part: (part: PartName): NamePart => ({
      text: name[part],
      problem: problems[part] ?? null,
      type: (next) => {
        setName({ ...name, [part]: next });
        saving.reset();
        // After the first refusal each change is validated.
        if (problems[part]) setProblems(problemsOf({ ...name, [part]: next }));
      },
    }),
    save: () => {
      if (saving.isPending || refuse(problemsOf(name))) return;
      saving.mutate();
    },
  };
}

function problemsOf(name: Record<PartName, string>): Problems {
  const tooLong = PARTS.filter((part) => [...name[part].trim()].length > MAX_LENGTH);
  const words = currentWords(naming).tooLong(numberInWords(MAX_LENGTH));
  return Object.fromEntries(tooLong.map((part) => [part, words]));
}
