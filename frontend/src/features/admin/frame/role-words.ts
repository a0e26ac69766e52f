/** Text about the roles of staff. English only. */
import type { Role } from '../types';

const names: Record<Role, string> = { reader: 'reader', moderator: 'moderator', owner: 'owner' };

export const roles = {
  names,
  signedIn: (name: string, role: Role) => `Signed in: ${name}, ${names[role]}`,
  what: 'Your role',
  notForYou: {
    reader: '',
    moderator:
      'This page is for moderators and owners. As a reader you see stories, documents, letters, jobs and the audit trail.',
    owner: 'This page is for owners.',
  } satisfies Record<Role, string>,
  stories:
    'You are signed in as a reader: you see the stories, and moderators and owners decide about them.',
  documents: 'You are signed in as a reader: moderators and owners upload and change documents.',
  jobs: 'Retrying and discarding is for owners.',
  money: 'You can look everything up here. Changing subscriptions and gifts is for owners.',
  premium: 'Granting and revoking premium is for owners.',
};
