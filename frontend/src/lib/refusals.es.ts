import type { refusals } from './refusals';

const tooLong = (most: string) => `Que no pase de ${most} caracteres, por favor.`;

/** By the code of the answer. Those that only staff meet are missing: their pages are in English. */
export const byCode: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'No pudimos leer lo que llegó. Carga la página de nuevo e inténtalo otra vez.',
  NOT_JSON: 'No pudimos leer lo que llegó. Carga la página de nuevo e inténtalo otra vez.',
  TOO_LARGE: 'Es demasiado largo para enviarlo.',
  TOO_SLOW: 'Tardó demasiado en llegar. Inténtalo de nuevo en un momento, por favor.',
  NOT_FOUND: 'Aquí no hay nada.',
  METHOD_NOT_ALLOWED: 'Eso no se puede hacer aquí.',
  CROSS_SITE: 'Eso solo se puede hacer desde la propia aplicación.',
  SIGN_IN_REQUIRED: 'Entra primero a tu cuenta, por favor.',
  LOGGED_IN_ELSEWHERE:
    'Entraste desde otro dispositivo. Entra de nuevo para seguir aquí, por favor.',
  ACCOUNT_BLOCKED: 'Tu cuenta está bloqueada. Entra para ver qué puedes hacer.',
  TOO_MANY_CALLS:
    'Desde tu red llegaron muchas solicitudes hace un momento. Espera un poco e inténtalo de nuevo, por favor.',
  UNAVAILABLE: 'Ahora mismo no funciona. Inténtalo de nuevo en un momento, por favor.',
  INTERNAL: 'Algo falló de nuestro lado. No se perdió nada tuyo. Inténtalo de nuevo, por favor.',
  CONFLICT: 'Esto cambió mientras tanto.',
  INVALID_TRANSITION: 'Esto cambió mientras tanto, y así ya no se puede.',
  KEY_REUSED:
    'Tus palabras de antes llegaron y están guardadas. Envía estas una vez más para que también lleguen, por favor.',
  PREMIUM_REQUIRED: 'Esto es parte de Premium.',
  PAYMENTS_NOT_SET_UP: 'Aquí todavía no se puede pagar. Todo lo demás funciona.',
  PAYMENTS_UNAVAILABLE:
    'Ahora no hay conexión con nuestro servicio de pagos. No se cobró nada. Inténtalo de nuevo en un momento, por favor.',
  NO_BILLING: 'Todavía no hay datos de pago. Aparecen aquí cuando pasas a Premium.',
  ALREADY_SUBSCRIBED: 'Ya tienes una suscripción. La puedes administrar en tu perfil.',
  ADDRESS_NOT_PROVEN:
    'Confirma primero que esta dirección es tuya, por favor: entra con ella y vuelve a pagar.',
  DAILY_LIMIT: 'Ya usaste la guía de hoy. La tendrás otra vez a medianoche.',
  HOURLY_LIMIT: 'Preguntaste muchas veces en la última hora. Descansa un poco y vuelve pronto.',
  STORY_LIMIT:
    'Hoy compartiste muchas historias. Gracias. Vuelve mañana para compartir más, por favor.',
  PRAYER_LIMIT: 'Hoy escribiste muchas oraciones. Vuelve mañana para escribir más, por favor.',
  REPORT_LIMIT: 'Hoy reportaste muchas historias. Gracias. Si hay más, vuelve mañana, por favor.',
  PRAYED_LIMIT: 'Hoy oraste por muchas personas. Gracias. Vuelve mañana, por favor.',
  ADDRESS_LIMIT:
    'Hoy llegaron muchas solicitudes desde tu red. Entra a tu cuenta o vuelve mañana, por favor.',
  TOO_MANY_ATTEMPTS: 'Hubo demasiados intentos. Espera un rato, por favor.',
};

/** By the server's words, because a field has no code. */
export const byProblem: Readonly<Record<string, string>> = {
  'Please describe your struggle or select a topic.': 'Cuéntanos lo que te pesa o elige un tema.',
  'Please choose one of the topics.': 'Elige uno de los temas, por favor.',
  'Please name a passage of the Bible.': 'Nombra un pasaje de la Biblia, por favor.',
  'Please remove the characters that cannot be read.':
    'Quita los caracteres que no se pueden leer, por favor.',
  'Please shorten this to 100 characters.': tooLong('100'),
  'Please shorten this to 2,000 characters.': tooLong('2000'),
  'Please shorten this to 5,000 characters.': tooLong('5000'),
  'Please search for up to 200 characters.': 'Busca con 200 caracteres como máximo, por favor.',
  'Please provide more detail about what happened': 'Cuéntanos un poco más de lo que pasó',
  'Please share what helped you': 'Cuéntanos qué te ayudó',
  'Please describe what changed': 'Cuéntanos qué cambió',
  'You must agree to share your story': 'Para compartir tu historia hace falta que lo aceptes',
  'Please choose at most 50 words to hide, each of at most 100 characters.':
    'Elige como máximo 50 palabras para ocultar, de hasta 100 caracteres cada una.',
  'Please write your prayer.': 'Escribe tu oración, por favor.',
  'Please mark the prayer as answered first.':
    'Marca primero la oración como respondida, por favor.',
  'Please enter your email address.': 'Escribe tu correo electrónico, por favor.',
  'Please enter a valid email address.': 'Escribe un correo electrónico válido, por favor.',
  'Please enter a name of up to 200 characters.':
    'Escribe un nombre de hasta 200 caracteres, por favor.',
  'This address is not one of a push service that we know.':
    'Esta dirección no es de ningún servicio de avisos que conozcamos.',
};

const CHECK = 'Revisa lo que escribiste, por favor.';

export const refusalsInSpanish: typeof refusals = {
  // Without a word of ours the screen says what it could not do.
  message: (code, text) =>
    code === 'INVALID_FIELDS' ? refusalsInSpanish.problem(text) : (byCode[code] ?? null),
  problem: (text) => byProblem[text] ?? CHECK,
};
