import type { sent } from './words';

export const sentInSpanish: typeof sent = {
  title: 'Un pasaje para ti',
  above: 'Alguien pensó en ti.',
  waiting: 'Abriendo el pasaje…',
  failed: 'No se pudo abrir el pasaje.',
  unknown:
    'Este enlace no lleva a ningún pasaje que conozcamos. Tal vez se perdió el final en el camino.',
  today: 'Abrir el salmo de hoy',
  own: '¿Y tú, qué llevas dentro?',
  ownText:
    'Dilo con tus propias palabras y recibe un mensaje de esperanza y un pasaje para eso. Es gratis, no hace falta una cuenta, y tus palabras se leen una vez y nunca se guardan.',
  begin: 'Empezar',
};
