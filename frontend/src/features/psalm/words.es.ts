import type { today } from './words';

export const todayInSpanish: typeof today = {
  reminder: {
    open: 'Recordármelo cada día',
    title: 'Un recordatorio en tu propio calendario',
    text: 'Creamos un archivo de calendario en este dispositivo. Sin cuenta, sin enviar nada, y sin que sepamos que lo pediste. Para quitar el recordatorio, borra el evento de tu calendario.',
    time: '¿A qué hora?',
    make: 'Agregar a mi calendario',
    made: 'El archivo está listo. Ábrelo para agregar el recordatorio a tu calendario.',
    failed: 'No se pudo guardar el archivo de calendario. Inténtalo de nuevo, por favor.',
    entry: 'Un momento de calma',
    entryText: 'El salmo de esta hora:',
  },
  own: '¿Hay algo que te pesa esta noche?',
  ownDay: '¿Hay algo que te pesa hoy?',
  ownText:
    'Dilo con tus propias palabras y recibe un pasaje para eso. Se lee una vez y nunca se guarda.',
  tell: 'Contarlo con mis palabras',
};
