import type { failures, premium } from './later-words';

export const failuresInSpanish: typeof failures = {
  loading: 'Cargando…',
  tryAgain: 'Intentar de nuevo',
  ours: 'Algo falló de nuestro lado. No se perdió nada tuyo. Inténtalo de nuevo, por favor.',
  unreachable: 'No hubo conexión con el servidor. Inténtalo de nuevo en un momento, por favor.',
  offline: 'No tienes conexión. Inténtalo de nuevo cuando la tengas, por favor.',
};

export const premiumInSpanish: typeof premium = {
  upgrade: 'Pasar a Premium',
  terms:
    'US$20 al mes. Se renueva cada mes hasta que canceles. Puedes hacerlo cuando quieras en tu perfil.',
};
