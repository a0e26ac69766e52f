/** The story form: checked on submit and on later changes, kept as a draft, safe to send twice. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { isApiError } from '@/lib/api/error';
import { attemptAt } from '@/lib/attempt';
import { useDialogs } from '@/lib/dialogs';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { sendWords } from '@/lib/unread-words';
import { useIsHere } from '@/lib/use-is-here';
import { submitTestimony } from './queries';
import { checkStory, emptyStory, type Story, type StoryFields, withHidden } from './story';

const DRAFT = 'story';

const resolver: Resolver<StoryFields, unknown, Story> = (fields) => {
  const { story, problems } = checkStory(fields);
  if (story) return { values: story, errors: {} };
  const errors: FieldErrors<StoryFields> = {};
  for (const [field, message] of Object.entries(problems)) {
    errors[field as keyof StoryFields] = { type: 'validate', message };
  }
  return { values: {}, errors };
};

/** How a story that raised concern was received: kept for the team, or not kept. */
export type Received = 'saved' | 'not-saved' | null;

const attempt = attemptAt('story-attempt');

export function useStoryForm() {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const [received, setReceived] = useState<Received>(null);
  const [failed, setFailed] = useState(false);
  const [alerted, setAlerted] = useState(false);
  const helped = useRef(false);
  const isHere = useIsHere();
  const form = useForm<StoryFields, unknown, Story>({
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: { ...emptyStory, ...draft<StoryFields>(DRAFT) },
  });

  const submission = useMutation({
    mutationFn: (story: Story) => {
      const testimony = { ...story, topicId: '' };
      const key = attempt.key();
      const words = [story.whatHappened, story.whatHelped, story.whatChanged].join('\n');
      return sendWords(
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
      setFailed(false);
      setAlerted(false);
    },
    onSuccess: ({ crisis, resources, saved }) => {
      if (saved || !crisis) {
        dropDraft(DRAFT);
        attempt.forget();
        form.reset(emptyStory);
      }
      if (!crisis) {
        if (isHere()) navigate('/thank-you');
        return;
      }
      setReceived(saved ? 'saved' : 'not-saved');
      dialogs.showCrisis(resources);
    },
    onError: (error) => {
      const fields = isApiError(error) ? Object.entries(error.fields) : [];
      const known = fields.filter(([field]) => field in emptyStory);
      for (const [field, message] of known) {
        form.setError(field as keyof StoryFields, { message }, { shouldFocus: true });
      }
      if (known.length > 0) return;
      setFailed(true);
      // Nothing may open over the numbers; the words beside the button stay.
      setAlerted(!helped.current);
    },
  });

  const keep = () => {
    keepDraft(DRAFT, form.getValues());
    attempt.forget();
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
    failed,
    alerted,
    pending: submission.isPending,
    dismissAlert: () => setAlerted(false),
    keep,
    /** Hides what is typed to be hidden, also when nobody pressed *Hide*. */
    takeIn,
    submit: (event: FormEvent) => {
      takeIn();
      return form.handleSubmit((story) => submission.mutate(story))(event);
    },
  };
}
