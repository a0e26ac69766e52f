import type { pending } from './pending-words';

export const pendingInSpanish: typeof pending = {
  sent: 'Enviamos un código de acceso a',
  haveCode: 'Tengo un código',
  again: 'Enviar otra vez',
};
