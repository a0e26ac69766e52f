import type { common } from './words';

export const commonInSpanish: typeof common = {
  call: (number, press) =>
    press ? `Llamar al ${number} y presionar ${press}` : `Llamar al ${number}`,
  textTo: (number, keyword) =>
    keyword ? `Enviar ${keyword} al ${number}` : `Enviar un mensaje al ${number}`,
  welcome: {
    night: (name) => `Te damos la bienvenida, también a esta hora${name}.`,
    morning: (name) => `Buenos días${name}.`,
    afternoon: (name) => `Buenas tardes${name}.`,
    evening: (name) => `Buenas noches${name}.`,
  },
};
