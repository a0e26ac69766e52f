/** The testimony form: validated on submit and on later changes, kept as a draft, safe to send twice. */
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { isApiError } from '@/lib/api/error';
import { sendWithCrisisFallback } from '@/lib/crisis-fallback';
import { useDialogs } from '@/lib/dialogs';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { storedIdempotencyKey } from '@/lib/idempotency-key';
import { useIsHere } from '@/lib/use-is-here';
import { useOnScreen } from '@/lib/use-on-screen';
import { submitTestimony } from './queries';
import {
  checkTestimony,
  emptyTestimony,
  type TestimonyFields,
  type ValidTestimony,
  withHidden,
} from './validation';

const DRAFT = 'story';
/** Kept beside the draft, so that a failure that arrives elsewhere is shown on return: not sent, or not saved. */
const FAILED = 'story-failed';
type Failure = 'not-sent' | 'not-kept' | null;
/** The mutation key of a pending request; signing out clears it. */
const SENDING = ['story'];

const resolver: Resolver<TestimonyFields, unknown, ValidTestimony> = (fields) => {
  const { testimony, problems } = checkTestimony(fields);
  if (testimony) return { values: testimony, errors: {} };
  const errors: FieldErrors<TestimonyFields> = {};
  for (const [field, message] of Object.entries(problems)) {
    errors[field as keyof TestimonyFields] = { type: 'validate', message };
  }
  return { values: {}, errors };
};

const idempotencyKey = storedIdempotencyKey('story-attempt');

export function useTestimonyForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  /** Whether a crisis text was saved for staff. */
  const [received, setReceived] = useState(false);
  const [failure, setFailure] = useState<Failure>(() => draft(FAILED) ?? null);
  const [alerted, setAlerted] = useState(false);
  const helped = useRef(false);
  const isHere = useIsHere();
  const form = useForm<TestimonyFields, unknown, ValidTestimony>({
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: { ...emptyTestimony, ...draft<TestimonyFields>(DRAFT) },
  });

  const forgetFailure = () => {
    setFailure(null);
    dropDraft(FAILED);
  };
  const thank = () => {
    if (isHere()) navigate('/thank-you');
  };
  // When the response arrives, another instance of the form may be mounted.
  const onScreen = useOnScreen('story', { form, thank, setReceived, setFailure, setAlerted });
  const pending = useIsMutating({ mutationKey: SENDING }) > 0;
  const isForgotten = () => client.isMutating({ mutationKey: SENDING }) === 0;

  const submission = useMutation({
    mutationKey: SENDING,
    mutationFn: (values: ValidTestimony) => {
      const testimony = { ...values, topicId: '' };
      const key = idempotencyKey.get();
      const words = [values.whatHappened, values.whatHelped, values.whatChanged].join('\n');
      return sendWithCrisisFallback(
        words,
        () => submitTestimony(testimony, key),
        (category) => {
          helped.current = true;
          dialogs.showBundledHelp(category);
        },
      );
    },
    onMutate: () => {
      helped.current = false;
      forgetFailure();
      setAlerted(false);
    },
    onSuccess: ({ crisis, resources, saved }) => {
      if (crisis) dialogs.showCrisis(resources);
      if (isForgotten()) return;
      const shown = onScreen();
      if (saved || !crisis) {
        dropDraft(DRAFT);
        idempotencyKey.forget();
        shown?.form.reset(emptyTestimony);
      }
      if (!crisis) shown?.thank();
      else if (saved) shown?.setReceived(true);
      else {
        keepDraft(FAILED, 'not-kept');
        shown?.setFailure('not-kept');
      }
    },
    onError: (error) => {
      if (isForgotten()) return;
      const shown = onScreen();
      const fields = isApiError(error) ? Object.entries(error.fields) : [];
      const known = fields.filter(([field]) => field in emptyTestimony);
      for (const [field, message] of known) {
        shown?.form.setError(field as keyof TestimonyFields, { message }, { shouldFocus: true });
      }
      if (shown && known.length > 0) return;
      keepDraft(FAILED, 'not-sent');
      shown?.setFailure('not-sent');
      // No alert may cover the helplines; the text beside the button stays.
      shown?.setAlerted(!helped.current);
    },
  });

  const keep = () => {
    keepDraft(DRAFT, form.getValues());
    idempotencyKey.forget();
    forgetFailure();
  };
  const takeIn = () => {
    const { alsoHide, hideNext } = form.getValues();
    if (hideNext.trim() === '') return;
    form.setValue('alsoHide', withHidden(alsoHide, hideNext));
    form.setValue('hideNext', '');
    keep();
  };

  return {
    form,
    received,
    failure,
    alerted,
    pending,
    dismissAlert: () => setAlerted(false),
    keep,
    /** Adds the word in the hide field, even if *Hide* was not pressed. */
    takeIn,
    submit: (event: FormEvent) => {
      takeIn();
      return form.handleSubmit((testimony) => submission.mutate(testimony))(event);
    },
  };
}
