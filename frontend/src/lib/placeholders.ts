/**
 * Redaction writes what it hides as English words in brackets. In a story in another language they are shown in that
 * language; what is stored stays as it is.
 */
const inSpanish: Readonly<Record<string, string>> = {
  name: 'nombre',
  place: 'lugar',
  church: 'iglesia',
  school: 'escuela',
  hospital: 'hospital',
  organisation: 'organización',
  phone: 'teléfono',
  email: 'correo',
  link: 'enlace',
  address: 'dirección',
  'date of birth': 'fecha de nacimiento',
  date: 'fecha',
  age: 'edad',
  number: 'número',
  card: 'tarjeta',
  machine: 'equipo',
  username: 'usuario',
  plate: 'placa',
  hidden: 'oculto',
};

const PLACEHOLDER = /\[([a-z ]+?)( \d+)?\]/g;

/** A redacted text, or one placeholder, for a reader of its language. */
export const withPlaceholders = (text: string, language: string | null): string =>
  language === 'es'
    ? text.replaceAll(PLACEHOLDER, (whole, word: string, number = '') =>
        Object.hasOwn(inSpanish, word) ? `[${inSpanish[word]}${number}]` : whole,
      )
    : text;
