import type { installation } from './words';

export const installationInSpanish: typeof installation = {
  title: (app) => `Ten ${app} a mano`,
  text: (app) =>
    `Como aplicación, ${app} se abre desde tu pantalla de inicio, y los números y las lecturas funcionan sin conexión.`,
  install: 'Instalar la aplicación',
  ios: ['Toca el botón de compartir de Safari', 'Elige «Agregar a Inicio»'],
  dismiss: 'Ahora no',

  updateReady: 'Hay una versión nueva.',
  updateText: 'Tarda un momento en cargar. Lo que estás escribiendo no se pierde.',
  updateNow: 'Actualizar',
  updateHeld: 'La actualización está lista. Se cargará cuando termines.',
  updateDismiss: 'Cerrar el aviso de actualización',
};
