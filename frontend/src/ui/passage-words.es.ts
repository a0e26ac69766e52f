import type { passageWords } from './passage-words';

export const passageWordsInSpanish: typeof passageWords = {
  pray: 'Orar con esto',
  send: 'Enviar a alguien',
  listen: 'Escuchar',

  player: {
    title: 'Lectura en voz alta',
    pause: 'Pausa',
    go: 'Seguir',
    stop: 'Dejar de escuchar',
    speed: 'Velocidad',
    rates: { slow: 'Lenta', usual: 'Tranquila', fast: 'Rápida' },
    sleep: 'Apagado automático',
    once: 'No',
    minutes: (count) => `Seguir leyendo ${count} minutos`,
  },
  notOpened: 'No se pudo abrir. Inténtalo de nuevo cuando tengas conexión, por favor.',

  quiet: {
    title: 'Dos minutos de calma',
    in: 'Toma aire',
    out: 'Suelta el aire, despacio',
    read: 'Léelo despacio',
    silence: 'Quédate con esto, en silencio',
    prayer: 'Ora',
    end: 'Amén.',
    pause: 'Pausa',
    go: 'Seguir',
    next: 'Siguiente',
    again: 'Otra vez',
    close: 'Cerrar',
  },

  sending: {
    title: 'Enviar a alguien',
    text: 'Solo se envía el pasaje. No lleva nada de lo que escribiste, ni ningún nombre.',
    picture: (reference, text) => `Imagen de ${reference}: ${text}`,
    notDrawn: 'Aquí no se pudo crear la imagen. El enlace funciona igual.',
    sendPicture: 'Enviar la imagen',
    savePicture: 'Guardar la imagen',
    sendLink: 'Enviar un enlace',
    copyLink: 'Copiar el enlace',
    saved: 'La imagen está guardada.',
    copied: 'El enlace está copiado.',
    failed: 'Aquí no funcionó. Inténtalo de nuevo, por favor, o copia este enlace:',
    close: 'Cerrar',
  },
};
