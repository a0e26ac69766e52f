import type { help } from './words';

export const helpInSpanish: typeof help = {
  title: 'Hay apoyo inmediato',
  listen: 'Tú importas. Hay alguien ahora mismo para escucharte.',
  understand: 'Entiendo',
  encouragement: 'Ver también palabras de ánimo',
  country: 'Líneas de ayuda de',
  anotherCountry: 'Otro país',
  descriptions: {
    emergency: 'Para emergencias que ponen en peligro la vida. 24 horas, todos los días.',
    suicide: 'Alguien con quien hablar cuando ya no puedes más. Confidencial, 24 horas.',
    text: 'Si prefieres escribir antes que hablar. Confidencial, 24 horas.',
    domestic_violence: 'Si alguien en casa te hace daño o te da miedo. 24 horas.',
  },
  international:
    'Fuera de estos países: llama al número de emergencias de tu zona, o busca una línea gratuita y confidencial cerca de ti en findahelpline.com o befrienders.org.',
};
