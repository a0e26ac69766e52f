/** The story form: checked on submit and on later changes, kept as a draft, safe to send twice. */
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { isApiError } from '@/lib/api/error';
import { attemptAt } from '@/lib/attempt';
import { useDialogs } from '@/lib/dialogs';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { sendWords } from '@/lib/unread-words';
import { useIsHere } from '@/lib/use-is-here';
import { useOnScreen } from '@/lib/use-on-screen';
import { submitTestimony } from './queries';
import { checkStory, emptyStory, type Story, type StoryFields, withHidden } from './story';

const DRAFT = 'story';
/** Kept beside it: whoever left the form that sent it is told on coming back. Either it could not be sent, or not kept. */
const FAILED = 'story-failed';
type Failure = 'not-sent' | 'not-kept' | null;
/** What is sent and not yet answered; signing out forgets it. */
const SENDING = ['story'];

const resolver: Resolver<StoryFields, unknown, Story> = (fields) => {
  const { story, problems } = checkStory(fields);
  if (story) return { values: story, errors: {} };
  const errors: FieldErrors<StoryFields> = {};
  for (const [field, message] of Object.entries(problems)) {
    errors[field as keyof StoryFields] = { type: 'validate', message };
  }
  return { values: {}, errors };
};

const attempt = attemptAt('story-attempt');

export function useStoryForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const dialogs = useDialogs();
  /** Whether a story that raised concern is kept for the team. */
  const [received, setReceived] = useState(false);
  const [failure, setFailure] = useState<Failure>(() => draft(FAILED) ?? null);
  const [alerted, setAlerted] = useState(false);
  const helped = useRef(false);
  const isHere = useIsHere();
  const form = useForm<StoryFields, unknown, Story>({
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: { ...emptyStory, ...draft<StoryFields>(DRAFT) },
  });

  const forgetFailure = () => {
    setFailure(null);
    dropDraft(FAILED);
  };
  const thank = () => {
    if (isHere()) navigate('/thank-you');
  };
  // Somebody may have left the form that sent the story, and stand before another one when the answer comes.
  const onScreen = useOnScreen('story', { form, thank, setReceived, setFailure, setAlerted });
  const pending = useIsMutating({ mutationKey: SENDING }) > 0;
  const isForgotten = () => client.isMutating({ mutationKey: SENDING }) === 0;

  const submission = useMutation({
    mutationKey: SENDING,
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
      forgetFailure();
      setAlerted(false);
    },
    onSuccess: ({ crisis, resources, saved }) => {
      if (crisis) dialogs.showCrisis(resources);
      if (isForgotten()) return;
      const shown = onScreen();
      if (saved || !crisis) {
        dropDraft(DRAFT);
        attempt.forget();
        shown?.form.reset(emptyStory);
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
      const known = fields.filter(([field]) => field in emptyStory);
      for (const [field, message] of known) {
        shown?.form.setError(field as keyof StoryFields, { message }, { shouldFocus: true });
      }
      if (shown && known.length > 0) return;
      keepDraft(FAILED, 'not-sent');
      shown?.setFailure('not-sent');
      // Nothing may open over the numbers; the words beside the button stay.
      shown?.setAlerted(!helped.current);
    },
  });

  const keep = () => {
    keepDraft(DRAFT, form.getValues());
    attempt.forget();
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
    /** Hides what is typed to be hidden, also when nobody pressed *Hide*. */
    takeIn,
    submit: (event: FormEvent) => {
      takeIn();
      return form.handleSubmit((story) => submission.mutate(story))(event);
    },
  };
}
