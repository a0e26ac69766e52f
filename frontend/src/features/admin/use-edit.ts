import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ADMIN, editStory, type StoryEdit, storyQuery } from './queries';
import type { StaffStory } from './types';

/** Changes a story's text, topics or internal note, and shows it as the server has it then. */
export function useEdit(story: StaffStory, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [...ADMIN, 'edit'],
    mutationFn: (edit: StoryEdit) => editStory(story.id, { ...edit, version: story.version }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: storyQuery(story.id).queryKey });
      onSaved();
      // The lists and the audit trail tell of it too.
      return client.invalidateQueries({ queryKey: ADMIN });
    },
  });
}
