import type { giftTerms } from './gift-words';

export const giftTermsInSpanish: typeof giftTerms = {
  before: 'Premium de regalo, hasta el ',
  after: '. Termina por sí solo, y no se cobra nada por él.',
  waits: (days) => `Te regalaron ${days} días de Premium. Empiezan cuando termine tu suscripción.`,
};
