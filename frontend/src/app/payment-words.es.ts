import type { paymentOffline } from './payment-words';

export const paymentOfflineInSpanish: typeof paymentOffline = {
  title: 'No tienes conexión',
  text: 'Para pagar hace falta conexión a internet. No se cobró nada, y nada cambió.',
  again: 'Intentar de nuevo',
};
