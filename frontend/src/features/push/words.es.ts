import type { notices } from './words';

export const noticesInSpanish: typeof notices = {
  title: 'Avisos discretos en este dispositivo',
  text: 'Los avisos nunca dicen de qué se trata: solo que algo te espera. Se desactivan cuando cierras sesión.',
  on: 'Activar los avisos',
  turningOn: 'Activando…',
  off: 'Desactivar los avisos',
  turningOff: 'Desactivando…',
  what: 'Avísame',
  stories: 'Cuando hayan revisado una historia mía',
  prayers: 'Cuando alguien haya orado, en un solo aviso por la noche',
  psalm: 'Cuando esté listo el salmo de la noche, a las ocho',
  psalmLink: 'El salmo de esta noche',
  isOn: 'Los avisos están activados.',
  isOff: 'Los avisos están desactivados. Aquí no llega nada más.',
  notAllowed: 'Tu navegador no permitió los avisos, así que no se activó nada.',
  blocked:
    'Los avisos de este sitio están bloqueados en este dispositivo. Puedes permitirlos en la configuración de tu navegador.',
  install:
    'En iPhone y iPad los avisos funcionan en la aplicación instalada: elige Compartir, después Agregar a Inicio, y ábrela desde ahí.',
  unsupported: 'Este navegador no puede mostrar avisos.',
  failed: 'Esta vez no funcionó',
  noService:
    'Tu navegador no pudo conectarse con su servicio de avisos. Algunos navegadores lo traen desactivado, y las ventanas privadas no lo tienen.',
  notLoaded: 'No se pudieron cargar tus avisos',
};
