import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { Spoken } from '@/ui/spoken';
import { elsewhere } from './elsewhere-words';

/** The 404 page, with one link onward. */
export function NotFoundScreen() {
  const words = useWords(elsewhere).notFound;
  useTitle(words.title);
  return (
    <Spoken>
      <ScenePage
        title={words.title}
        action={
          <ButtonLink to="/" variant="accent" size="large">
            {words.home}
          </ButtonLink>
        }
      >
        {words.text}
      </ScenePage>
    </Spoken>
  );
}
