import type { failure, shell } from './words';

export const shellInSpanish: typeof shell = {
  skip: 'Ir al contenido',
  loading: 'Cargando',
  main: 'Principal',
  home: 'Inicio',
  guidelines: 'Pautas',
  helpNow: 'Ayuda ahora',
  mine: 'Lo mío',
  upgrade: 'Premium',
  premium: 'Premium',
  resources: 'Recursos espirituales',
  terms: 'Términos',
  privacy: 'Privacidad',
  light: 'Colores claros',
  dark: 'Colores oscuros',
  logIn: 'Entrar',
};

export const failureInSpanish: typeof failure = {
  title: 'Algo falló de nuestro lado',
  text: 'No fue culpa tuya, y nada de lo que enviaste se perdió. Cargar la página otra vez suele ayudar. Si necesitas a alguien ahora:',
  again: 'Cargar de nuevo',
};
