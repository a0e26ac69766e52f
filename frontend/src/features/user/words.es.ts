import type {
  cancelling,
  leaving,
  naming,
  paidTwice,
  plan,
  priority,
  profile,
  terms,
} from './words';

export const profileInSpanish: typeof profile = {
  title: 'Perfil',
  you: 'Tú',
  name: 'Nombre',
  email: 'Correo electrónico',
  notSet: 'Sin indicar',
  since: (date) => `Aquí desde el ${date}`,
  data: 'Tus datos',
  dataText:
    'Descarga todo lo que tenemos de ti: tu cuenta, tus historias y tus peticiones de oración. Llega en un solo archivo que otros programas pueden leer.',
  testimonies: 'Mis testimonios',
  questions: '¿Tienes preguntas?',
  questionsText: 'Una persona lee cada mensaje. Puedes escribirnos de lo que sea.',
  support: 'Escribirnos',
  download: 'Descargar mis datos',
  preparing: 'Preparando tu archivo…',
  downloaded: 'Tu archivo va camino a tus descargas. Guárdalo donde solo tú puedas abrirlo.',
  downloadFailed: 'No se pudieron descargar tus datos. Revisa tu conexión e inténtalo de nuevo.',
};

export const namingInSpanish: typeof naming = {
  edit: 'Cambiar el nombre',
  hint: 'Solo tú y nuestro equipo ven tu nombre. Puedes dejar los dos en blanco.',
  first: 'Nombre',
  last: 'Apellido',
  save: 'Guardar',
  saving: 'Guardando…',
  cancel: 'Cancelar',
  saved: 'Tu nombre está guardado.',
  failed: 'No se guardó tu nombre',
  stillHere: 'Lo que escribiste sigue aquí.',
  tooLong: (most) => `Que no pase de ${most} caracteres, por favor.`,
};

export const planInSpanish: typeof plan = {
  title: 'Tu plan',
  premium: 'Premium',
  free: 'Gratis',
  offered: 'Alguien pagó Premium con tu correo electrónico',
  offeredText: 'Falta tu respuesta.',
  offeredLink: '¿Fuiste tú?',
  noPortal: 'No se puede abrir la página de pagos',
  noPortalBefore: 'Escríbenos, por favor, a ',
  noPortalAfter: ', y una persona te va a ayudar.',
  upgrade: 'Pasar a Premium',
  manage: 'Administrar la suscripción',
  details: 'Ver los datos de pago',
  history: 'Pagos anteriores',
  opening: 'Abriendo la página de pagos…',
  error: 'Error',
  portalFailed: 'No se pudo abrir la página de pagos',
  noHistory: 'No hay pagos anteriores',
  noHistoryText: 'Todavía no hay datos de pago. Aparecen aquí cuando pasas a Premium.',
};

export const paidTwiceInSpanish: typeof paidTwice = {
  title: 'Habías pagado dos veces',
  ending:
    'Estamos cancelando la segunda suscripción y devolviendo el dinero. La primera sigue igual.',
  refunded: (amount) =>
    `${amount ? `Cancelamos la segunda suscripción y devolvimos ${amount} a su tarjeta. Puede tardar hasta diez días en verse.` : 'Cancelamos la segunda suscripción. No se pagó nada dos veces.'} La primera sigue igual.`,
  notRenewed: (day) =>
    `No pudimos devolver el dinero de la segunda suscripción de forma automática. Termina el ${day} y no se vuelve a cobrar. Escríbenos sobre la devolución, por favor:`,
  notRenewedSoon:
    'No pudimos devolver el dinero de la segunda suscripción de forma automática. No se vuelve a cobrar. Escríbenos sobre la devolución, por favor:',
};

export const priorityInSpanish: typeof priority = {
  text: 'Tienes Premium, así que tu mensaje va primero. Contestamos en menos de un día hábil.',
  subject: (reference) => `Atención Premium (referencia ${reference})`,
};

export const termsInSpanish: typeof terms = {
  givenBefore: 'Un regalo de nuestro equipo, válido hasta el ',
  givenAfter: '. Termina por sí solo, y no se cobra nada por él.',
  free: 'Guía tres veces al día, y todas las historias y lecturas. Sin anuncios.',
  pastDue: 'No se pudo cobrar tu último pago. ',
  graceBefore: 'Premium sigue activo ',
  graceUntil: 'hasta el ',
  graceWeek: 'por siete días',
  graceAfter: ' mientras cambias tu tarjeta en Administrar la suscripción.',
  paused: 'Premium está en pausa hasta que tu tarjeta funcione. ',
  renewCard: 'Puedes cambiar tu tarjeta en Administrar la suscripción.',
  cancelledUnpaidBefore: 'Cancelado. Ya no se renueva después del ',
  cancelledUnpaidAfter: '.',
  cancelledBefore: 'Cancelado. Premium sigue activo hasta el ',
  cancelledAfter: ', y no se cobra nada más.',
  billingPaused: 'Los cobros están en pausa',
  pausedUntil: 'Tienes Premium pagado hasta el ',
  pausedText: 'No se cobra nada. Escríbenos cuando quieras seguir, o cancela aquí abajo.',
  trialUntil: 'Gratis hasta el ',
  trialAfter: ', y después se renueva cada mes',
  renewsOn: 'Se renueva el ',
  renewsOnAfter: ' y cada mes',
  renews: 'Se renueva cada mes',
  renewsAfter: ' hasta que canceles. Puedes hacerlo cuando quieras.',
  noDate: 'No se pudo cargar la fecha en este momento.',
};

export const cancellingInSpanish: typeof cancelling = {
  title: '¿Cancelar tu suscripción?',
  act: 'Cancelar la suscripción',
  acting: 'Cancelando…',
  done: 'Tu suscripción está cancelada.',
  keep: 'Seguir con Premium',
  // A date needs its article.
  until: (end) =>
    `No se te vuelve a cobrar. Premium sigue activo hasta ${/^\d/.test(end) ? `el ${end}` : end}, y después puedes seguir leyendo tus oraciones.`,
  pausedCollection: 'No se te vuelve a cobrar. Puedes seguir leyendo tus oraciones.',
  endOfMonth: 'el final del mes que pagaste',
  atOnce:
    'No se te vuelve a cobrar, y no vamos a repetir el cobro que falló. Premium termina de inmediato, y puedes seguir leyendo tus oraciones.',
  paused:
    'No se te vuelve a cobrar, y no vamos a repetir el cobro que falló. Puedes seguir leyendo tus oraciones.',
  failed: 'No se pudo cancelar tu suscripción',
  failedText: 'No cambió nada. Revisa tu conexión e inténtalo de nuevo.',
};

export const leavingInSpanish: typeof leaving = {
  open: 'Eliminar mi cuenta',
  text: 'Se borran tu cuenta, tus historias, tus peticiones de oración y tu conteo del día. No se puede deshacer.',
  asks: {
    title: '¿Seguro que quieres eliminarla?',
    keep: 'Cancelar',
    act: 'Eliminar mi cuenta',
    acting: 'Eliminando…',
    failed: 'No se pudo eliminar tu cuenta',
    failedText: 'No se borró nada. Revisa tu conexión e inténtalo de nuevo.',
  },
  atOnce: 'No se puede deshacer. Vamos a borrar esto de inmediato y para siempre:',
  goes: [
    'tu cuenta y todas tus formas de entrar,',
    'tus historias, también las publicadas,',
    'tus peticiones de oración y tu conteo del día.',
  ],
  cancels: 'También se cancela tu suscripción a Premium. No se te vuelve a cobrar.',
  cancelsNothing: 'No tienes ninguna suscripción activa, así que no hay nada que cancelar.',
  stays:
    'Como esta cuenta está bloqueada, guardamos una marca codificada de cómo entrabas. La guardamos un año. No tiene nombre ni dirección. Solo nos deja ver que la cuenta estaba bloqueada.',
  keepCopy: 'Si quieres quedarte con una copia, elige Cancelar y después Descargar mis datos.',
};
