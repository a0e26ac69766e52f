import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import { ADMIN, editStory, type StoryEdit, storyQuery } from './queries';
import type { StaffStory } from './types';

/**
 * Changes a story's text, topics or internal note, and shows it as the server has it then. Where somebody else was
 * first, `onConflict` gets the story as it is now.
 */
export function useEdit(
  story: StaffStory,
  onSaved: () => void,
  onConflict?: (now: StaffStory) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [...ADMIN, 'edit'],
    mutationFn: (edit: StoryEdit) => editStory(story.id, { version: story.version, ...edit }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: storyQuery(story.id).queryKey });
      onSaved();
      // The lists and the audit trail tell of it too.
      return client.invalidateQueries({ queryKey: ADMIN });
    },
    onError: async (error) => {
      if (!onConflict || !isApiError(error) || error.code !== 'CONFLICT') return;
      await client
        .fetchQuery({ ...storyQuery(story.id), staleTime: 0 })
        .then((now) => onConflict(now.story))
        // Without it the next try is refused in the same way.
        .catch(() => {});
    },
  });
}
