import type { rejection } from './rejection-words';

export const rejectionInSpanish: typeof rejection = {
  recognized:
    'Gracias por confiarnos tu historia. Algunos detalles todavía podrían mostrar quién eres, y queremos que no corras ningún riesgo. Puedes enviarla de nuevo con menos detalles.',
  aboutOthers:
    'Gracias por escribir. Esta historia dice tanto de otra persona que se podría saber quién es, y eso podría traerte problemas. Puedes enviarla de nuevo. No hace falta que calles lo que te hicieron. Quita solo lo que muestra quién es.',
  advice:
    'Gracias por contar lo que viviste. Algunos de sus consejos podrían hacerle daño a alguien que lee en un momento difícil, así que no podemos publicarla tal como está. Puedes enviarla de nuevo sin esa parte.',
  notAStory:
    'Gracias por escribirnos. Aquí contamos lo que vivimos y lo que nos ayudó. Si quieres contarnos algo así, nos dará mucho gusto leerlo.',
  offers:
    'Gracias por escribir. No podemos publicar ofertas ni enlaces. Si detrás hay una historia tuya, nos dará mucho gusto leerla.',
};
