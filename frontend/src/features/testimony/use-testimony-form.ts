/** The testimony form: validated on submit and on later changes, kept as a draft, safe to send twice. */
import { type FormEvent, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { forgetDraftOnDevice } from '@/lib/draft-on-device';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { useIsHere } from '@/lib/use-is-here';
import { useSubmission } from '@/lib/use-submission';
import { submitTestimony } from './queries';
import { useKeptDraft } from './use-kept-draft';
import {
  checkTestimony,
  emptyTestimony,
  type TestimonyFields,
  type ValidTestimony,
  withHidden,
} from './validation';

const DRAFT = 'story';

const resolver: Resolver<TestimonyFields, unknown, ValidTestimony> = (fields) => {
  const { testimony, problems } = checkTestimony(fields);
  if (testimony) return { values: testimony, errors: {} };
  const errors: FieldErrors<TestimonyFields> = {};
  for (const [field, message] of Object.entries(problems)) {
    errors[field as keyof TestimonyFields] = { type: 'validate', message };
  }
  return { values: {}, errors };
};

export function useTestimonyForm() {
  const navigate = useNavigate();
  /** Whether a crisis text was saved for staff. */
  const [received, setReceived] = useState(false);
  const [alerted, setAlerted] = useState(false);
  const isHere = useIsHere();
  const form = useForm<TestimonyFields, unknown, ValidTestimony>({
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: { ...emptyTestimony, ...draft<TestimonyFields>(DRAFT) },
  });

  const kept = useKeptDraft(DRAFT, form, () => {
    form.reset(emptyTestimony);
    dropDraft(DRAFT);
  });

  const thank = () => {
    if (isHere()) navigate('/thank-you');
  };
  const submission = useSubmission(
    {
      name: DRAFT,
      drafts: [DRAFT],
      textOf: ({ whatHappened, whatHelped, whatChanged }: ValidTestimony) =>
        [whatHappened, whatHelped, whatChanged].join('\n'),
      send: (values, key) => submitTestimony({ ...values, topicId: '' }, key),
      isStored: ({ crisis, saved }) => saved || !crisis,
      onStored: forgetDraftOnDevice,
    },
    {
      stored: ({ crisis }) => {
        form.reset(emptyTestimony);
        if (crisis) setReceived(true);
        else thank();
      },
      refuse: (errors) => {
        const known = Object.entries(errors).filter(([field]) => field in emptyTestimony);
        for (const [field, message] of known) {
          form.setError(field as keyof TestimonyFields, { message }, { shouldFocus: true });
        }
        return known.length > 0;
      },
      // No alert may cover the helplines; the text beside the button stays.
      notSent: (_, isHelpShown) => setAlerted(!isHelpShown),
    },
  );

  const keep = () => {
    keepDraft(DRAFT, form.getValues());
    submission.changed();
    kept.changed();
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
    kept,
    failure: submission.failure,
    alerted,
    pending: submission.pending,
    dismissAlert: () => setAlerted(false),
    keep,
    /** Adds the word in the hide field, even if *Hide* was not pressed. */
    takeIn,
    submit: (event: FormEvent) => {
      takeIn();
      return form.handleSubmit((testimony) => {
        setAlerted(false);
        submission.submit(testimony);
      })(event);
    },
  };
}
