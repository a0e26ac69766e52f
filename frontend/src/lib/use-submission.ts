/**
 * Submits what a person confides in a form. The text is screened for a crisis first, a retry with the same text creates
 * nothing twice, and a failure that arrives while another screen is open is shown on return.
 */
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from './api/error';
import type { CrisisResources } from './api/types';
import { sendWithCrisisFallback } from './crisis-fallback';
import { useDialogs } from './dialogs';
import { draft, dropDraft, keepDraft } from './drafts';
import { storedIdempotencyKey } from './idempotency-key';
import { offerQuietHelp } from './quiet-help';
import { useOnScreen } from './use-on-screen';

/** Why the text is not stored: the request failed, or the server saved nothing of a crisis text. */
export type Failure = 'not-sent' | 'not-kept' | null;

interface Answer {
  crisis: boolean;
  possibleDanger: boolean;
  resources: CrisisResources | null;
}

/** What differs between forms. */
interface Submission<Values, Reply extends Answer> {
  /** Names the pending request and the drafts of the key and the failure. */
  name: string;
  /** The drafts of the values, deleted once these are stored. */
  drafts: readonly string[];
  /** The text that is screened in the browser if the server does not answer. */
  textOf(values: Values): string;
  send(values: Values, idempotencyKey: string): Promise<Reply>;
  /** Whether the server has stored the values. */
  isStored(reply: Reply): boolean;
  /** Called when they are stored, whether or not the form is mounted. */
  onStored?(reply: Reply): void;
}

/** The effects on the form that is mounted when the response arrives; it may be another instance than the sender. */
interface Form<Reply> {
  /** Empties the form and thanks its author. */
  stored(reply: Reply): void;
  /** Shows the server's errors beside their fields; returns whether it has any of these fields. */
  refuse(errors: Readonly<Record<string, string>>): boolean;
  /** Shows that nothing was sent. `isHelpShown` is set while bundled helplines are open for this text. */
  notSent(error: Error, isHelpShown: boolean): void;
}

export function useSubmission<Values, Reply extends Answer>(
  submission: Submission<Values, Reply>,
  form: Form<Reply>,
) {
  const { name, drafts, textOf, send, isStored, onStored } = submission;
  const idempotencyKey = storedIdempotencyKey(`${name}-attempt`);
  const failureDraft = `${name}-failed`;
  /** The mutation key of a pending request; signing out clears it. */
  const sendingKey = [name];
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [failure, setFailure] = useState<Failure>(() => draft(failureDraft) ?? null);
  const isHelpShown = useRef(false);
  const onScreen = useOnScreen(name, { ...form, setFailure });
  const pending = useIsMutating({ mutationKey: sendingKey }) > 0;
  const isForgotten = () => client.isMutating({ mutationKey: sendingKey }) === 0;

  const forgetFailure = () => {
    setFailure(null);
    dropDraft(failureDraft);
  };
  const fail = (why: Failure) => {
    keepDraft(failureDraft, why);
    onScreen()?.setFailure(why);
  };

  const sending = useMutation({
    mutationKey: sendingKey,
    // Confidential text is not kept in the mutation cache longer than it is shown.
    gcTime: 0,
    mutationFn: (values: Values) => {
      const key = idempotencyKey.get();
      return sendWithCrisisFallback(
        textOf(values),
        () => send(values, key),
        (category) => {
          isHelpShown.current = true;
          dialogs.showBundledHelp(category);
        },
      );
    },
    onMutate: () => {
      isHelpShown.current = false;
      forgetFailure();
    },
    onSuccess: (reply) => {
      if (reply.crisis) dialogs.showCrisis(reply.resources);
      else if (reply.possibleDanger) offerQuietHelp('possible');
      if (isForgotten()) return;
      if (!isStored(reply)) return fail('not-kept');
      onStored?.(reply);
      idempotencyKey.forget();
      for (const one of drafts) dropDraft(one);
      onScreen()?.stored(reply);
    },
    onError: (error) => {
      if (isForgotten()) return;
      if (isApiError(error) && onScreen()?.refuse(error.fields)) return;
      // The key belongs to earlier words: sent again, these are a submission of their own.
      if (isApiError(error) && error.code === 'KEY_REUSED') idempotencyKey.forget();
      fail('not-sent');
      onScreen()?.notSent(error, isHelpShown.current);
    },
  });

  return {
    failure,
    pending,
    /** To be called after each change of the values: the next request is a new one. */
    changed: () => {
      idempotencyKey.forget();
      forgetFailure();
    },
    submit: (values: Values) => {
      if (!pending) sending.mutate(values);
    },
  };
}
