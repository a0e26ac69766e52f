import type { account } from './account-words';

export const accountInSpanish: typeof account = {
  menu: 'Mi cuenta',
  edit: 'Editar el perfil',
  testimonies: 'Testimonios',
  prayers: 'Peticiones de oración',
  library: 'Biblioteca de enseñanzas',
  logout: 'Cerrar sesión',
  leaving: 'Cerrando sesión…',
  signOutFailed: 'No pudimos cerrar tu sesión',
  stillSignedIn: 'Tu sesión sigue abierta en este dispositivo.',
  maybeSignedIn:
    'No hubo conexión con el servidor. Puede que la sesión siga abierta en este dispositivo.',
  cleared: 'Lo que escribiste y guardaste aquí se borró.',
  signedOut: 'Tu sesión está cerrada en este dispositivo.',
  logOutAgain: 'Intentar de nuevo',
  pastDue: 'No se pudo cobrar tu último pago',
  pastDueText: 'Premium sigue activo por ahora.',
  paused: 'Premium está en pausa hasta que tu tarjeta funcione.',
  payNow: 'Pagar ahora',
  renewCard: 'Cambia tu tarjeta en tu perfil',
  blocked: 'Tu cuenta está bloqueada',
  blockedText:
    'Con ella no puedes pedir guía ni compartir historias. Ayuda ahora sigue abierta para ti, y puedes descargar tus datos, ver tus pagos y eliminar tu cuenta. Si crees que es un error, escribe a',
};
