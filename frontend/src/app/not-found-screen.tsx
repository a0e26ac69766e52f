import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { Spoken } from '@/ui/spoken';
import { elsewhere, shell } from './words';

/** An address that leads nowhere: calm words, and two ways on. */
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
            <ButtonLink to="/" look="lamp" className="min-h-14 px-9">
              {words.home}
            </ButtonLink>
            <ButtonLink to="/resources" look="scene" className="min-h-14 px-7">
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
