import type { pending } from './pending-words';

export const pendingInSpanish: typeof pending = {
  sent: 'Hemos enviado un código de acceso a',
  haveCode: 'Tengo un código',
  again: 'Enviar otra vez',
};
