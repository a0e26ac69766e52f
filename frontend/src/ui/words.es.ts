import type { parts } from './words';

export const partsInSpanish: typeof parts = {
  ok: 'Aceptar',
  pleaseNote: 'Atención',
  leaveQuickly: 'Salir rápido',
  orEscape: 'O presiona Escape tres veces',
  notice: 'Aviso',
  notices: 'Avisos ({hotkey})',
  closeNotice: 'Cerrar el aviso',
};
