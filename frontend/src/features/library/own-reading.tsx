import { useWords } from '@/lib/language';
import { IconButton } from '@/ui/icon-button';
import { OwnNothing, OwnRow, OwnSection } from '@/ui/own-section';
import { forgetReadingPlace, linkTo, useReadingPlace } from './reading-place';
import { place as placeWords } from './words';

/** Where somebody stopped reading in the library, with the way back. */
export function OwnReading() {
  const words = useWords(placeWords);
  const place = useReadingPlace();
  return (
    <OwnSection title={words.title} all={{ to: '/library', name: words.library }}>
      {place ? (
        <ul>
          <OwnRow
            to={linkTo(place)}
            title={place.title}
            note={words.page(place.page)}
            beside={
              <IconButton
                icon="close"
                label={words.forget}
                className="-mr-2.5 text-muted hover:bg-sunk"
                onClick={() => forgetReadingPlace(place.book)}
              />
            }
          />
        </ul>
      ) : (
        <OwnNothing>{words.none}</OwnNothing>
      )}
    </OwnSection>
  );
}
