import type { elsewhere } from './elsewhere-words';

export const elsewhereInSpanish: typeof elsewhere = {
  notFound: {
    title: 'Página no encontrada',
    text: 'No hay nada en esta dirección. Tal vez está mal escrita, o la página cambió de lugar.',
    home: 'Volver al inicio',
  },
  signIn: {
    title: 'Entra a tu cuenta',
    left: 'Tu sesión está cerrada.',
    asked: 'Entra a tu cuenta para seguir',
    askedText: 'Tu sesión está cerrada, y para esto hace falta una cuenta.',
    kept: 'Lo que escribiste sigue aquí, y seguirá aquí cuando entres.',
    leading: 'Te llevamos a iniciar sesión…',
    unreachable: 'No pudimos cargar tu cuenta',
    unreachableText:
      'Tal vez no tienes conexión. No se perdió nada, y Ayuda ahora funciona sin ella.',
    again: 'Intentar de nuevo',
    trying: 'Intentando…',
  },
  loggedOut: {
    title: 'Sesión cerrada desde otro dispositivo',
    text: 'Entraste a tu cuenta desde otro dispositivo. Entra de nuevo, por favor.',
  },
};
