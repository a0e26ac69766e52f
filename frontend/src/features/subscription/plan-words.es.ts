import type { plans } from './plan-words';

export const plansInSpanish: typeof plans = {
  legend: 'Cada cuánto pagas',
  monthly: 'Cada mes',
  yearly: 'Cada año',
  perMonth: 'US$20 al mes',
  perYear: (price) => `${price} al año`,
  saves: (amount) => `Ahorras ${amount} al año`,
  afterPrice: ' al año',
  terms: (price) =>
    `${price} hoy, y después ${price} cada año hasta que canceles. Puedes cancelar cuando quieras en tu perfil, en dos clics; si cancelas, Premium dura hasta el final del año que pagaste.`,
  pay: (price) => `Suscribirme por ${price} al año`,
};
