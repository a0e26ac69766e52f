import type { giving } from './gift-words';

export const givingInSpanish: typeof giving = {
  invite: '¿Para alguien cercano?',
  give: 'Regala un año',
  have: (day) =>
    `Tienes Premium de regalo hasta el ${day}. Si te suscribes ahora, lo que queda del regalo se guarda y sigue cuando termine tu suscripción.`,

  title: 'Regala un año de Premium',
  back: 'Volver a Premium',
  intro: (price) => `Un solo pago de ${price}. No se renueva, y no se cobra nada más.`,
  steps: [
    'Pagas y recibes un enlace.',
    'Tú pasas el enlace. No le escribimos a nadie más que a ti.',
    'Quien lo abre entra y acepta. Premium es suyo por un año.',
  ],
  already:
    'Si esa persona ya paga Premium, el año empieza cuando termine su suscripción. No se pierde nada.',
  hint: 'Tu recibo llega a esta dirección.',
  pay: (price) => `Pagar ${price}`,
  terms: (price) =>
    `${price} una sola vez, por un año de Premium para otra persona. Mientras nadie haya usado el enlace, podemos devolverte el dinero.`,
  agreeBefore: 'Al pagar aceptas nuestros ',
  notBegun: 'No se pudo preparar el regalo',
  closed: 'Aquí no se pueden comprar regalos',
  closedText: 'Por ahora no se puede cobrar nada. Un regalo ya pagado sigue siendo válido.',
  blocked: 'Con esta cuenta no puedes pagar un regalo. No se cobró nada.',

  confirming: 'Estamos confirmando tu pago',
  confirmingText:
    'Tarda un momento. Tu enlace aparece aquí en cuanto el banco lo confirme. No se te va a cobrar dos veces.',
  lookAgain: 'Mirar otra vez',
  looking: 'Mirando…',
  refused: 'El pago no se completó. No se cobró nada, y puedes intentarlo de nuevo.',

  own: 'Tus regalos',
  another: 'Regalar otro año',
  ready: 'Tu regalo está listo',
  link: 'El enlace de tu regalo',
  once: (day) =>
    `Se puede usar una vez, hasta el ${day}. Hasta entonces lo ves aquí, en este navegador o con tu cuenta.`,
  copy: 'Copiar el enlace',
  copied: 'Copiado.',
  notCopied: 'No se pudo copiar. Selecciona el enlace y cópialo, por favor.',
  print: 'Imprimir una tarjeta',
  card: 'Un año de Premium, para ti',
  cardText: 'Abre esta página, entra, y es tuyo:',
  cardEnd: (day) => `Se puede usar hasta el ${day}.`,
  moneyBack: 'Mientras nadie lo haya usado, puedes pedir que te devolvamos el dinero. Escribe a ',
  states: {
    used: (day) => `Aceptado el ${day}.`,
    expired: 'Nadie lo usó a tiempo.',
    refunding: 'Te estamos devolviendo el dinero. El enlace ya no sirve.',
    refunded: 'Te devolvimos el dinero. El enlace ya no sirve.',
    disputed: 'El pago está en disputa, así que este regalo terminó.',
    ended: 'Este regalo terminó.',
  },
  paidOn: (price, day) => `${price}, pagado el ${day}`,
};
