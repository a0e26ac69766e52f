import { numberInWords } from '@/lib/dates';
import type { drafts, latest, own, preview, removed, sharing } from './words';

export const sharingInSpanish: typeof sharing = {
  title: 'Cuenta tu historia',
  intro:
    'Se comparte sin tu nombre, y una persona la lee antes. Escribe como le escribirías a una amistad.',
  parts: {
    whatHappened: {
      label: '¿Qué pasó?',
      hint: 'Lo que viviste, con tanto detalle como quieras.',
      tooShort: 'Cuéntanos un poco más de lo que pasó',
    },
    whatHelped: {
      label: '¿Qué te ayudó?',
      hint: 'Un versículo, una persona, una costumbre, un momento.',
      tooShort: 'Cuéntanos qué te ayudó',
    },
    whatChanged: {
      label: '¿Qué cambió?',
      hint: 'En ti o a tu alrededor. No tiene que haber terminado.',
      tooShort: 'Cuéntanos qué cambió',
    },
  },
  tooLong: (most) => `Que no pase de ${most} caracteres, por favor`,
  consent:
    'Acepto que mi historia se comparta sin mi nombre. Se quitarán los datos personales, como nombres y lugares.',
  mustAgree: 'Para compartir tu historia hace falta que lo aceptes',
  submit: 'Enviar mi historia',
  submitting: 'Enviando…',
  notKept: 'Tu historia todavía no está guardada. Sigue aquí, para cuando quieras enviarla.',
  notSent: 'No se pudo enviar tu historia. No se perdió nada: sigue en los campos de arriba.',
  failed: 'No se pudo enviar tu testimonio. Inténtalo de nuevo, por favor.',
  receivedBefore: 'Gracias por confiarnos esto. Tu historia está guardada y marcada como ',
  underReview: 'En revisión',
  receivedAfter:
    '. Primero la lee alguien de nuestro equipo, y nada se comparte sin cuidado. Si todavía duele, por favor llama o escribe a uno de los números de Ayuda ahora.',
  home: 'Volver al inicio',
  thanks: 'Gracias por contarla',
  thanksText:
    'Recibimos tu historia y la vamos a revisar. Cuando se apruebe, les dará ánimo a otras personas.',
  usually: (hours) => {
    const days = Math.ceil(hours / 24);
    if (hours <= 1) return 'Casi siempre se lee en menos de una hora.';
    if (hours <= 20) return `Casi siempre se lee en menos de ${hours} horas.`;
    return `Casi siempre se lee en menos de ${days === 1 ? 'un día' : `${days} días`}.`;
  },
};

export const draftsInSpanish: typeof drafts = {
  keep: 'Guardar mi borrador en este dispositivo',
  keepText:
    'Por siete días, y cifrado. Cualquiera que use este navegador puede abrirlo aquí. Se borra cuando envías tu historia, cierras sesión o sales rápido.',
  refused:
    'Tu navegador no nos deja guardar nada aquí. Puede que su memoria esté desactivada o llena.',
  back: 'Aquí está tu borrador, tal como lo dejaste en este dispositivo.',
  discard: 'Borrar el borrador',
};

export const previewInSpanish: typeof preview = {
  open: 'Ver qué se va a ocultar',
  opening: 'Abriendo la vista previa…',
  title: 'Lo que se va a ocultar',
  text: 'Así leerían otros tu historia. Las palabras entre corchetes muestran dónde ocultamos algo. No se guarda nada hasta que la envíes.',
  writeFirst: 'Primero escribe un poco, y después vuelve a mirar aquí.',
  reading: 'Leyendo tu historia…',
  withheld: 'Primero cuídate tú, por favor. Esto puede esperar.',
  changed: 'Tu historia cambió desde entonces.',
  again: 'Mirar otra vez',
  nothing: 'No encontramos nada que haya que ocultar.',
  choose: 'Elegir qué palabras ocultar',
  chosen: 'Ya elegí',
  offline: 'Parece que no tienes conexión, así que no se puede mostrar. Tus palabras siguen aquí.',
  failed: 'No se pudo mostrar. Tus palabras siguen aquí.',
  tryAgain: 'Intentar de nuevo',
  also: 'Ocultar también estas palabras',
  alsoHint: 'Un nombre, un lugar, un apodo: se oculta en toda tu historia.',
  hide: 'Ocultar',
  full: 'Ya no puedes ocultar más palabras.',
  hidden: 'Lo que ocultaste tú',
  notFound: (words) =>
    `«${words}» no está en tu historia, así que no hay nada que ocultar. Revisa cómo se escribe, por favor.`,
  stopHiding: (word) => `Dejar de ocultar «${word}»`,
  showAgain: (word) => `Mostrar «${word}» otra vez`,
  hideWord: (word) => `Ocultar «${word}»`,
};

export const latestInSpanish: typeof latest = {
  title: 'Historias',
  all: 'Todas las historias',
  none: 'Aquí aparece la historia que compartas, y ves qué pasa con ella.',
  note: (status, date) => `${status} · ${date}`,
};

const SMALL_NUMBERS = 'Dos Tres Cuatro Cinco Seis Siete Ocho Nueve Diez'.split(' ');

export const ownInSpanish: typeof own = {
  title: 'Mis testimonios',
  intro:
    'Tus propias palabras se guardan cifradas. Quienes leen ven solo lo que lees aquí. Alguien de nuestro equipo puede abrir tus palabras si de verdad hace falta, y siempre queda anotado.',
  withdrawn: 'Retiramos tu historia y la borramos.',
  failed: 'No se pudieron cargar tus testimonios',
  anError: 'Algo falló',
  offline: 'No tienes conexión. Tus historias están a salvo con nosotros.',
  loading: 'Cargando…',
  tryAgain: 'Intentar de nuevo',
  list: 'Tus historias',
  filter: 'Ver historias según su estado',
  all: 'Todas',
  filtered: (name, count) => `${name} (${count})`,
  another: 'Contar otra historia',
  loadingList: 'Cargando tus historias',
  none: 'Todavía no hay testimonios',
  noneText:
    'Cuando cuentas qué te ayudó, tu historia queda guardada aquí y ves qué pasa con ella. Lo que compartes puede llegarle a alguien esta misma noche.',
  share: 'Cuenta tu historia',

  submitted: 'Enviada el',
  inPreparation: 'Estamos preparando tu historia',
  preparing:
    'Estamos quitando los nombres y los lugares de tu historia. En un momento aparece aquí.',
  protected: 'Privacidad protegida',
  withdrawOf: (date) => `Retirar la historia del ${date}`,
  withdraw: 'Retirar',
  badges: {
    pending: 'Por aprobar',
    approved: 'Aprobada',
    rejected: 'No aprobada',
    escalated: 'En revisión',
  },
  prayed: (people) => {
    if (people === 1) return 'Una persona oró';
    return `${SMALL_NUMBERS[people - 2] ?? numberInWords(people)} personas oraron`;
  },
  approvedOn: 'Aprobada el',
  reviewed: 'Nuestro equipo está revisando tu testimonio.',
  why: 'Por qué no se aprobó',
  removed: (total) => `Lo que se quitó (${total})`,
  showLess: 'Ver menos',
  readAll: 'Leer todo',

  asks: {
    title: '¿Retirar esta historia?',
    published: 'Deja de verse de inmediato, y nadie más podrá leerla.',
    unpublished: 'No se revisará ni se le mostrará a nadie.',
    forGood: 'Tus palabras se borran para siempre.',
    keep: 'Cancelar',
    act: 'Retirar la historia',
    acting: 'Retirando…',
    failed: 'No se pudo retirar tu historia',
    failedText: 'No cambió nada. Inténtalo de nuevo, por favor.',
  },
};

export const removedInSpanish: typeof removed = {
  name: ['nombre', 'nombres'],
  place: ['lugar', 'lugares'],
  church: ['iglesia', 'iglesias'],
  school: ['escuela', 'escuelas'],
  hospital: ['hospital', 'hospitales'],
  organisation: ['organización', 'organizaciones'],
  phone: ['número de teléfono', 'números de teléfono'],
  email: ['correo electrónico', 'correos electrónicos'],
  link: ['enlace', 'enlaces'],
  address: ['dirección', 'direcciones'],
  'date of birth': ['fecha de nacimiento', 'fechas de nacimiento'],
  date: ['fecha', 'fechas'],
  age: ['edad', 'edades'],
  number: ['número', 'números'],
  card: ['número de tarjeta', 'números de tarjeta'],
  machine: ['dirección de red', 'direcciones de red'],
  username: ['nombre de usuario', 'nombres de usuario'],
  plate: ['placa de vehículo', 'placas de vehículo'],
  hidden: ['detalle oculto', 'detalles ocultos'],
};
