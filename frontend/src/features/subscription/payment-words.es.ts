import type {
  aboutYou,
  afterwards,
  offer,
  offered,
  payment,
  twice,
  waiting,
} from './payment-words';

export const offerInSpanish: typeof offer = {
  title: 'Pasar a Premium',
  own: 'Tu Premium',
  backHome: 'Volver al inicio',
  loading: 'Cargando',
  notReached: 'No hubo conexión con el servicio de pagos',
  premium: 'Premium',
  price: 'US$20',
  perMonth: ' al mes',
  fairUse:
    'Sin límite quiere decir tantas veces como te haga falta. Para dejar fuera a los programas automáticos, el tope es de 60 veces por hora. Ayuda ahora, las historias y la guía tres veces al día siguen siendo gratis para todos.',
  terms:
    '20 dólares hoy, y después 20 dólares cada mes hasta que canceles. Puedes cancelar cuando quieras en tu perfil, en dos clics; si cancelas, Premium dura hasta el final del mes que pagaste.',

  blocked: 'Tu cuenta está bloqueada',
  blockedText:
    'Con esta cuenta no puedes suscribirte. No se cobró nada. Si crees que es un error, escribe a ',
  already: 'Ya tienes Premium',
  alreadyText:
    'No hay nada más que pagar. En tu perfil ves cuándo se renueva, y ahí puedes cancelarlo.',
  paused: 'Premium está en pausa hasta que tu tarjeta funcione',
  pausedText:
    'No se pudo cobrar tu último pago. No hace falta que te suscribas otra vez. Cambia tu tarjeta en tu perfil, en Administrar la suscripción.',
  billingPaused: 'Los cobros están en pausa',
  billingPausedText:
    'Ya tienes una suscripción, y por ahora no se cobra nada por ella. En tu perfil ves hasta cuándo está pagada.',
  toProfile: 'Ir a tu perfil',
  waiting: 'Tu Premium te espera',
  waitingText: 'Está pagado. Entra con el correo electrónico que diste, y es tuyo.',
  logIn: 'Entrar',
  closed: 'Aquí todavía no se puede pagar',
  closedText:
    'Por ahora Premium no se puede comprar, y no se puede cobrar nada. Todo lo demás funciona como siempre.',
  given: (day) =>
    day
      ? `Nuestro equipo te regaló Premium hasta el ${day}. Hasta entonces, comprarlo no agrega nada: pagarías desde hoy, y Premium seguiría después del ${day}. También puedes esperar; termina por sí solo.`
      : 'Nuestro equipo te regaló Premium. Mientras dure no tienes que pagar. En tu perfil ves cuándo termina.',

  standIn: 'Solo pagos de prueba',
  standInText:
    'No se le cobra a nadie, así que no pongas una tarjeta de verdad, por favor. Pruébalo con la tarjeta 4242\u00a04242\u00a04242\u00a04242.',
};

export const waitingInSpanish: typeof waiting = {
  title: 'Premium está listo para',
  correct: 'Corregir la dirección',
  wrong: 'No es esa',
  signIn: 'Entra con esta dirección, y es tuyo.',
  logIn: 'Entrar',
  right: 'Tu correo electrónico correcto',
  save: 'Guardar la dirección',
  keep: 'Dejarla como estaba',
  receipt: 'Ver el recibo',
  cancel: 'Cancelar la suscripción',
  until: (day) => `Si cancelas, Premium termina el ${day}, y no se cobra nada más.`,
  untilEnd: 'Si cancelas, Premium termina con el mes que pagaste, y no se cobra nada más.',
  cancelNow: 'Sí, cancelar',
  keepIt: 'Dejarla',
  ends: (day) => `Cancelada. Termina el ${day}, y no se cobra nada más.`,
  endsSoon: 'Cancelada. No se cobra nada más.',
  failed: 'No funcionó. Inténtalo de nuevo en un momento, por favor.',
};

export const twiceInSpanish: typeof twice = {
  title: 'Habías pagado dos veces',
  refunded: (amount) =>
    `Con la misma dirección y la misma tarjeta se pagó otra suscripción. Cancelamos la segunda y devolvimos ${amount} a la tarjeta. Puede tardar hasta diez días en verse.`,
  other:
    'Con la misma dirección y la misma tarjeta se pagó otra suscripción. La segunda termina y no se vuelve a cobrar.',
};

export const offeredInSpanish: typeof offered = {
  title: 'Alguien pagó Premium con tu correo electrónico',
  text: 'Si fuiste tú, acéptalo: Premium empieza de inmediato, y puedes cancelarlo en tu perfil.',
  otherwise:
    'Si no fuiste tú, es probable que alguien haya escrito mal su dirección. Dilo, y para ti no cambia nada. En ningún caso se te cobra.',
  again:
    'Si fuiste tú, dilo: ya tienes Premium, así que cancelamos esta segunda suscripción y te devolvemos el dinero.',
  accept: 'Fui yo',
  decline: 'No fui yo',
  failed: 'No funcionó. Inténtalo de nuevo en un momento, por favor.',
};

export const aboutYouInSpanish: typeof aboutYou = {
  step: (step) => `Paso ${step} de 2`,
  title: 'Tus datos',
  email: 'Correo electrónico',
  hintSignedIn:
    'Ahí llegan los recibos. Premium es de tu cuenta, sea cual sea la dirección que escribas.',
  hintVisitor: 'Ahí llegan los recibos. Premium será tuyo cuando entres con esta dirección.',
  didYouMean: '¿Quisiste decir ',
  blank: 'Escribe tu correo electrónico, por favor.',
  invalid: 'Escribe un correo electrónico válido, por favor.',
  name: 'Nombre completo ',
  optional: '(si quieres)',
  next: 'Seguir con el pago',
  preparing: 'Preparando…',
  nothingCharged: 'No se cobró nada.',

  setupError: 'No se pudo preparar el pago',
  setupErrorText: 'No pudimos iniciar el pago. Inténtalo de nuevo o escríbenos, por favor.',
  error: 'Error',
  prove: 'Confirma que esta dirección es tuya, por favor',
  proveText:
    'Alguien intentó pagar varias veces con esta dirección. Entra primero con ella; después vuelves directo aquí para pagar.',
  proveNow: 'Entrar con esta dirección',
  notCreated: 'No se pudo crear la suscripción',
  notStarted: 'No se pudo empezar la suscripción',
};

export const paymentInSpanish: typeof payment = {
  title: 'Pago',
  opening: 'Abriendo el formulario de pago seguro…',
  broken: 'No se pudo abrir el formulario de pago',
  brokenText:
    'Revisa tu conexión, por favor. Si bloqueas scripts, permite el de Stripe, nuestro servicio de pagos. No se cobró nada.',
  tryAgain: 'Intentar de nuevo',
  pay: 'Suscribirme por US$20 al mes',
  processing: 'Procesando…',
  agreeBefore: 'Al suscribirte aceptas nuestros ',
  terms: 'términos',
  agreeBetween: ' y nuestra ',
  privacy: 'política de privacidad',
  agreeAfter: '. Los datos de tu tarjeta van a Stripe, nunca a nosotros.',
  newTab: ' (se abre en otra pestaña)',
  back: 'Volver al paso 1',

  failed: 'El pago no se completó',
  notCharged: 'No se cobró nada a tu tarjeta. Inténtalo de nuevo, por favor.',
  notSent: 'No se pudo enviar el pago. Revisa tu conexión e inténtalo de nuevo, por favor.',
  done: 'Pago completado',
};

export const afterwardsInSpanish: typeof afterwards = {
  titles: {
    waiting: 'Confirmando tu pago…',
    slow: 'Confirmando tu pago…',
    settled: '¡Ya tienes Premium!',
    failed: 'El pago no se completó',
    none: 'No hay ningún pago que confirmar',
  },
  waiting: 'Esperamos a que nuestro servicio de pagos lo confirme. Tarda unos segundos.',
  slow: 'Está tardando más de lo normal. No hace falta que esperes aquí. Premium empieza por sí solo en cuanto se confirme el pago, y lo verás en tu perfil. No se te va a cobrar dos veces.',
  lost: 'Se perdió la conexión. Seguimos intentando, y tu pago no depende de eso.',
  thanks: 'Gracias. Tu pago está confirmado.',
  signIn: 'Premium te espera. Entra con el correo electrónico que acabas de dar, y es tuyo.',
  benefits: 'Lo que tienes ahora',
  failed: 'No se cobró nada. Puedes intentarlo de nuevo con esta tarjeta o con otra.',
  tryAgain: 'Intentar de nuevo',
  none: 'No se cobró nada. Si pagaste en otro navegador, la confirmación está ahí.',
  seePlan: 'Ver el plan',
  start: 'Empezar con Premium',
  home: 'Ir al inicio',
  mine: 'Ver lo mío',

  takenHome: (seconds) =>
    `Te llevamos al inicio en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  staying: 'Puedes quedarte aquí el tiempo que quieras.',
  goOn: 'Seguir',
  stay: 'Quedarme aquí',
};
