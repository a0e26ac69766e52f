import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { Spoken } from '@/ui/spoken';
import { elsewhere } from './elsewhere-words';
import { shell } from './words';

/** The 404 page, with two links onward. */
export function NotFoundScreen() {
  const words = useWords(elsewhere).notFound;
  const { resources } = useWords(shell);
  useTitle(words.title);
  return (
    <Spoken>
      <ScenePage
        title={words.title}
        action={
          <>
            <ButtonLink to="/" variant="accent" className="min-h-14 px-9">
              {words.home}
            </ButtonLink>
            <ButtonLink to="/resources" variant="scene" className="min-h-14 px-7">
              {resources}
            </ButtonLink>
          </>
        }
      >
        {words.text}
      </ScenePage>
    </Spoken>
  );
}
