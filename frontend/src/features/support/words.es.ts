import type { help } from './words';

export const helpInSpanish: typeof help = {
  title: 'Hay apoyo inmediato',
  listen: 'Tú importas. Hay alguien que puede escucharte ahora mismo.',
  understand: 'Entiendo',
  encouragement: 'Ver también palabras de ánimo',
  moreBelow: 'Más ayuda abajo',
  country: 'Líneas de ayuda de',
  anotherCountry: 'Otro país',
  descriptions: {
    emergency: 'Si una vida está en peligro ahora mismo. De día y de noche.',
    suicide: 'Alguien con quien hablar cuando ya no puedes más. Confidencial, de día y de noche.',
    text: 'Si prefieres escribir antes que hablar. Confidencial, de día y de noche.',
    domestic_violence:
      'Si tu pareja o alguien de tu familia te hace daño o te da miedo. De día y de noche.',
  },
  quiet: {
    label: 'Quién puede ayudar',
    hide: 'Ocultar esta línea',
    possible: 'Si no estás a salvo, o no sabes si lo estás, hay quien puede ayudarte ahora mismo.',
    danger: 'No tienes que pasar por esto a solas.',
    numbers: 'Ver quién puede ayudar',
    encouragement: 'Palabras de esperanza',
    friend: 'Escribir a alguien de confianza',
    toFriend: 'Hola, no estoy bien. ¿Me puedes llamar?',
  },
  international:
    'Fuera de estos países: llama al número de emergencias de tu zona, o busca una línea gratuita y confidencial cerca de ti en findahelpline.com o befrienders.org.',
};
