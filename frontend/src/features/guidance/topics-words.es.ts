import type { topicGroups } from './topics-words';

export const topicGroupsInSpanish: typeof topicGroups = {
  title: '¿De qué se trata?',
  close: 'Cerrar',
  feelings: 'Lo que siento',
  losses: 'Lo que he perdido o espero',
  people: 'Personas cercanas',
  days: 'Trabajo, dinero y rumbo',
  self: 'Dios y yo',
  others: 'Más',
};
