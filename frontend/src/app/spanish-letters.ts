/** The Spanish catalogues of the screens with letters. They load with those screens, and add themselves. */
import { kept } from '@/features/guidance/kept-words';
import { keptInSpanish } from '@/features/guidance/kept-words.es';
import { result } from '@/features/guidance/result-words';
import { resultInSpanish } from '@/features/guidance/result-words.es';
import { learn, translated } from '@/lib/language';
import { passageWords } from '@/ui/passage-words';
import { passageWordsInSpanish } from '@/ui/passage-words.es';

learn(
  'es',
  new Map([
    translated(result, resultInSpanish),
    translated(kept, keptInSpanish),
    translated(passageWords, passageWordsInSpanish),
  ]),
);
