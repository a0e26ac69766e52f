import type { SignInWay } from '@/lib/product';
import type { landing } from './words';

const names: Record<SignInWay, string> = { google: 'Google', github: 'GitHub', email: 'tu correo' };

export const landingInSpanish: typeof landing = {
  headline: 'Encuentra guía bíblica y esperanza en tiempos difíciles',
  site: 'Sitio',
  guidelines: 'Pautas',
  helpNow: 'Ayuda ahora',
  start: 'Empezar: es gratis',
  logIn: 'Entrar',
  ways: (ways) =>
    ways.length === 0
      ? 'Aquí todavía no se puede entrar con una cuenta. Puedes empezar sin ella.'
      : `Entra con ${ways
          .map((way) => names[way])
          .join(', ')
          .replace(/, ([\w ]+)$/, ' o $1')}. Sin tarjeta de crédito.`,
  asGuest: 'Seguir sin cuenta',
  whatYouFind: 'Lo que encuentras aquí',
  highlights: {
    guidance: {
      title: 'Guía bíblica',
      text: 'Un breve mensaje de esperanza, con un pasaje de la Biblia para lo que estás viviendo.',
    },
    testimonies: {
      title: 'Testimonios reales',
      text: 'Historias de quienes pasaron por lo mismo, contadas sin nombres.',
    },
    privacy: {
      title: 'Seguro y privado',
      text: 'Lo que te pesa se lee una vez y nunca se guarda. Sin anuncios ni rastreadores.',
    },
    support: {
      title: 'Apoyo inmediato',
      text: 'Si estás en peligro, lo primero que ves son los números a los que puedes llamar.',
    },
  },
  trusted: 'Creyentes de todo el mundo confían en nosotros',
  reasons: ['Basado en la Biblia', 'Privacidad ante todo', 'Hecho en comunidad'],
};
