import type { farewell } from './goodbye-words';

export const farewellInSpanish: typeof farewell = {
  done: 'Cuenta eliminada',
  doneText: 'Tu cuenta se eliminó para siempre.',
  goodbye: 'Adiós',
  title: 'Adiós, y cuídate mucho',
  text: 'Puedes volver cuando quieras.',
  home: 'Volver al inicio',
  helpNow: 'Ayuda ahora',
  receipt: 'Recibo',
  copied: 'Copiado',
  copy: 'Copiar el número del recibo',
  stories: 'Historias eliminadas',
  prayers: 'Peticiones de oración eliminadas',
  subscription: 'Suscripción',
  subscriptions: {
    none: 'No había ninguna. No se cobrará nada.',
    cancelled: 'Cancelada. No se cobrará nada más.',
    cancelling:
      'Se está cancelando. Seguimos preguntándole al servicio de pagos hasta que confirme que no se cobrará nada más.',
  },
  keepNumber:
    'Guarda este número si quieres: demuestra qué se eliminó, y nada en él dice quién eres. Si tienes preguntas, escribe a',
};
