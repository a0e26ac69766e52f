/** Keeps the form's draft on this device if its author chooses, and asks before the page is left if they do not. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { apiQuery } from '@/lib/api/query';
import { askBeforeLeaving } from '@/lib/ask-before-leaving';
import { forgetDraftOnDevice, isDraftKept } from '@/lib/draft-on-device';
import { draft, keepDraft } from '@/lib/drafts';
import { draftOnDevice, isDraftStored, keepDraftOnDevice } from '@/lib/sealed-draft';
import type { TestimonyFields, ValidTestimony } from './validation';

/** Shorter text is written again quickly. */
const MIN_LENGTH_TO_ASK = 40;
const userQuery = apiQuery('/api/auth/user');

const length = (fields: TestimonyFields | undefined) =>
  fields ? [fields.whatHappened, fields.whatHelped, fields.whatChanged].join('').trim().length : 0;

export interface KeptDraft {
  isKept: boolean;
  /** Whether the browser refused to keep it. */
  isRefused: boolean;
  /** Whether the form shows a draft of an earlier visit. */
  isBack: boolean;
  toggle(): void;
  /** To be called after each change of the form. */
  changed(): void;
  /** Deletes the draft of an earlier visit. */
  discard(): void;
}

type Form = UseFormReturn<TestimonyFields, unknown, ValidTestimony>;

/** `name` is the draft in memory; `empty` empties the form. */
export function useKeptDraft(name: string, form: Form, empty: () => void): KeptDraft {
  const client = useQueryClient();
  const [isKept, setKept] = useState(isDraftKept);
  const [isRefused, setRefused] = useState(false);
  const [isBack, setBack] = useState(false);
  /** The current user's id; null for a guest, undefined while it is unknown, as offline. */
  const writer = () => {
    const user = client.getQueryData(userQuery.queryKey) as { id: string } | null | undefined;
    return user === undefined ? undefined : (user?.id ?? null);
  };

  const watch = () =>
    askBeforeLeaving(
      () => !isDraftStored() && length(draft<TestimonyFields>(name)) > MIN_LENGTH_TO_ASK,
    );
  const save = async () => {
    const storing = keepDraftOnDevice({ writer: writer() ?? null, values: form.getValues() });
    // Closing the tab now would lose what is not stored yet.
    watch();
    const isStored = await storing;
    setKept(isStored);
    setRefused(!isStored);
    watch();
  };

  const bringBack = useEffectEvent(async (isWanted: () => boolean) => {
    const kept = await draftOnDevice<TestimonyFields>();
    if (!isWanted()) return;
    const here = writer();
    if (kept && kept.writer !== null && here !== undefined && kept.writer !== here) {
      // Somebody else is signed in: it is not for them. Signed out, it waits for its author.
      if (here !== null) forgetDraftOnDevice();
      setKept(isDraftKept());
      return;
    }
    setKept(isDraftKept());
    // What was carried over or typed meanwhile is newer.
    if (!kept || draft(name) !== undefined || form.formState.isDirty) return;
    form.reset(kept.values);
    keepDraft(name, kept.values);
    setBack(true);
  });
  useEffect(() => {
    let isWanted = true;
    void bringBack(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, []);
  const watchAtFirst = useEffectEvent(watch);
  useEffect(() => watchAtFirst(), []);

  return {
    isKept,
    isRefused,
    isBack,
    toggle: () => {
      setRefused(false);
      if (isKept) {
        forgetDraftOnDevice();
        setKept(false);
        watch();
        return;
      }
      setKept(true);
      void save();
    },
    changed: () => {
      if (isDraftKept()) void save();
      else watch();
    },
    discard: () => {
      forgetDraftOnDevice();
      setKept(false);
      setBack(false);
      empty();
      watch();
    },
  };
}
