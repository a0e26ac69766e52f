import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import { ADMIN, editTestimony, type TestimonyEdit, testimonyQuery } from '../queries';
import type { StaffTestimony } from '../types';
import { forget, refreshOthers, replaceInList } from './lists';

/**
 * Edits a testimony's text, topics or internal note and caches the response. On a conflict, `onConflict` gets the
 * current testimony.
 */
export function useEdit(
  testimony: StaffTestimony,
  onSaved: () => void,
  onConflict?: (now: StaffTestimony) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: [...ADMIN, 'edit'],
    mutationFn: (edit: TestimonyEdit) =>
      editTestimony(testimony.id, { version: testimony.version, ...edit }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: testimonyQuery(testimony.id).queryKey });
      onSaved();
      // The list and the audit trail show the edit too.
      replaceInList(client, saved);
      return refreshOthers(client);
    },
    onError: async (error) => {
      // Its author has withdrawn it.
      if (isApiError(error) && error.status === 404) return forget(client, testimony.id);
      if (!onConflict || !isApiError(error) || error.code !== 'CONFLICT') return;
      await client
        .fetchQuery({ ...testimonyQuery(testimony.id), staleTime: 0 })
        .then((now) => onConflict(now.story))
        // Without the current version the next try would fail in the same way.
        .catch(() => {});
    },
  });
}
