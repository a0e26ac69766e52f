import type { landing } from './words';

export const landingInSpanish: typeof landing = {
  headline: 'Encuentra guía bíblica y esperanza en tiempos difíciles',
  site: 'Sitio',
  guidelines: 'Pautas',
  helpNow: 'Ayuda ahora',
  start: 'Empezar: es gratis',
  logIn: 'Entrar',
  ways: 'Entra con Google, GitHub o tu correo. Sin tarjeta de crédito.',
  asGuest: 'Seguir sin cuenta',
  whatYouFind: 'Lo que encuentras aquí',
  highlights: {
    guidance: {
      title: 'Guía bíblica',
      text: 'Un breve mensaje de esperanza, con un pasaje de la Biblia que corresponde a lo que estás viviendo. Por ahora, en inglés.',
    },
    testimonies: {
      title: 'Testimonios reales',
      text: 'Historias de quienes han pasado por lo mismo, contadas sin nombres.',
    },
    privacy: {
      title: 'Seguro y privado',
      text: 'Lo que te pesa se lee una vez y nunca se guarda. Sin anuncios ni rastreadores.',
    },
    support: {
      title: 'Apoyo inmediato',
      text: 'Si estás en peligro, los números a los que llamar van antes que todo lo demás.',
    },
  },
  trusted: 'Con la confianza de creyentes de todo el mundo',
  reasons: ['Basado en la Biblia', 'La privacidad primero', 'Hecho en comunidad'],
};
