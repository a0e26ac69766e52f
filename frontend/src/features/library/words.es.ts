import { numberInWords } from '@/lib/dates';
import type { library, place, reading, search } from './words';

export const libraryInSpanish: typeof library = {
  title: 'Biblioteca de enseñanzas',
  intro:
    'Enseñanzas que eligió nuestro equipo, para leer página por página. Son palabras de personas, no de la Escritura.',
  loading: 'Cargando la biblioteca',
  failed: 'No se pudo cargar la biblioteca',
  empty: 'Los estantes todavía están vacíos. Pronto llegan los primeros libros.',
  books: 'Libros',
  by: (author) => `de ${author}`,
  pages: (count) => (count === 1 ? '1 página' : `${numberInWords(count)} páginas`),
  premium: 'La lectura es parte de Premium',
  premiumText:
    'Busca en todos los libros, léelos página por página y mira de quién son las palabras que cita tu guía. Los títulos están aquí para todos.',
};

export const searchInSpanish: typeof search = {
  allBooks: 'Buscar en todos los libros',
  thisBook: 'Buscar en este libro',
  search: 'Buscar',
  tooLong: (most) => `Usa menos palabras, por favor: ${most} caracteres como máximo.`,
  failed: 'La búsqueda no funcionó',
  results: 'Resultados de la búsqueda',
  searching: 'Buscando…',
  danger:
    'No buscamos estas palabras porque nos preocupan. Hay personas que pueden ayudarte ahora mismo.',
  nothing: (words) => `No encontramos nada para «${words}». Prueba con menos palabras o con otras.`,
  found: (count, words) =>
    `${count} ${count === 1 ? 'pasaje encontrado' : 'pasajes encontrados'} para «${words}»`,
  place: (page) => `Página ${page}`,
  placeUnder: (heading, page) => `${heading}, pág. ${page}`,
};

export const readingInSpanish: typeof reading = {
  opening: 'Abriendo el libro…',
  notOpen: 'Esta página no está abierta',
  loading: 'Abriendo la página',
  failed: 'No se pudo abrir la página',
  gone: 'Esa página no existe. Puede que el libro ya no esté en la biblioteca.',
  premiumText: 'Busca en todos los libros y léelos página por página.',
  page: (page, pages) => `Página ${page} de ${pages}`,
  blank: 'Esta página no tiene texto.',
  contents: 'Índice',

  pages: 'Páginas',
  previous: 'Anterior',
  next: 'Siguiente',
  goTo: 'Ir a la página',
  go: 'Ir',
  noSuchPage: (pages) => `Escribe un número del 1 al ${pages}, por favor.`,
};

export const placeInSpanish: typeof place = {
  title: 'Seguir leyendo',
  library: 'Todos los libros',
  page: (page) => `Página ${page}`,
  forget: 'Olvidar esta página',
  none: 'Abre un libro, y este dispositivo recordará en qué página vas.',
  goOn: (title, page) => `${title}, pág. ${page}`,
};
