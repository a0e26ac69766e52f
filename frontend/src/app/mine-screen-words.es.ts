import type { mine } from './mine-words';

export const mineInSpanish: typeof mine = {
  title: 'Lo mío',
  intro: 'Lo que guardaste, escribiste y empezaste a leer, en un solo lugar.',
  loading: 'Cargando tus oraciones y tus historias',
  guest: 'Para oraciones e historias hace falta una cuenta',
  guestText: 'Así las tienes aquí, en cada dispositivo en el que entres.',
};
