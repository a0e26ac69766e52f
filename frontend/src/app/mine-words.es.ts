import type { own } from './mine-words';

export const ownInSpanish: typeof own = {
  title: 'Lo mío',
  lastPrayer: (date) => `Tu última oración · ${date}`,
  firstPrayer: 'Escribir una oración',
  firstPrayerText: 'Se guarda bajo llave, y es solo tuya.',
  prayers: 'Peticiones de oración',
  prayersFailed: 'No se pudo cargar ahora. No se perdió nada.',
  continueReading: (page) => `Seguir leyendo · Página ${page}`,
  library: 'Biblioteca de enseñanzas',
  libraryText: 'Enseñanzas para leer página por página. En inglés.',
};
