/** The Spanish catalogues of the screens beyond the front door. They load with the first such screen, and add themselves. */
import psalmsInSpanish from 'virtual:psalms.es';
import { giftInSpanish } from '@/features/gift/words.es';
import { keptInSpanish, withAccountInSpanish } from '@/features/guidance/kept-words.es';
import { resultInSpanish } from '@/features/guidance/result-words.es';
import { guidelinesInSpanish } from '@/features/guidelines/words.es';
import { legalInSpanish } from '@/features/legal/words.es';
import {
  libraryInSpanish,
  placeInSpanish,
  readingInSpanish,
  searchInSpanish,
} from '@/features/library/words.es';
import { sentInSpanish } from '@/features/passage/words.es';
import {
  latestInSpanish as latestPrayersInSpanish,
  prayersInSpanish,
  writingInSpanish,
  writtenInSpanish,
} from '@/features/prayer/words.es';
import { todayInSpanish } from '@/features/psalm/words.es';
import { noticesInSpanish } from '@/features/push/words.es';
import { resourcesInSpanish } from '@/features/resources/words.es';
import {
  draftsInSpanish,
  latestInSpanish,
  ownInSpanish,
  previewInSpanish,
  removedInSpanish,
  sharingInSpanish,
} from '@/features/testimony/words.es';
import { giftTermsInSpanish } from '@/features/user/gift-words.es';
import {
  cancellingInSpanish,
  leavingInSpanish,
  namingInSpanish,
  paidTwiceInSpanish,
  planInSpanish,
  priorityInSpanish,
  profileInSpanish,
  termsInSpanish,
} from '@/features/user/words.es';
import { yearlyInSpanish } from '@/features/user/yearly-words.es';
import { learn } from '@/lib/language';
import { refusalsInSpanish } from '@/lib/refusals.es';
import { rejectionInSpanish } from '@/lib/rejection-words.es';
import { failuresInSpanish, premiumInSpanish } from '@/ui/later-words.es';
import { passageWordsInSpanish } from '@/ui/passage-words.es';
import { mineInSpanish } from './mine-screen-words.es';
import { paymentOfflineInSpanish } from './payment-words.es';

learn('es', {
  'guidance/result': resultInSpanish,
  'guidance/kept': keptInSpanish,
  'guidance/withAccount': withAccountInSpanish,
  'ui/passageWords': passageWordsInSpanish,
  'lib/refusals': refusalsInSpanish,
  'lib/rejection': rejectionInSpanish,
  'ui/failures': failuresInSpanish,
  'ui/premium': premiumInSpanish,
  'testimony/sharing': sharingInSpanish,
  'testimony/drafts': draftsInSpanish,
  'testimony/preview': previewInSpanish,
  'testimony/latest': latestInSpanish,
  'testimony/own': ownInSpanish,
  'testimony/removed': removedInSpanish,
  'prayer/prayers': prayersInSpanish,
  'prayer/writing': writingInSpanish,
  'prayer/written': writtenInSpanish,
  'prayer/latest': latestPrayersInSpanish,
  'library/library': libraryInSpanish,
  'library/search': searchInSpanish,
  'library/reading': readingInSpanish,
  'library/place': placeInSpanish,
  'user/profile': profileInSpanish,
  'user/naming': namingInSpanish,
  'user/plan': planInSpanish,
  'user/paidTwice': paidTwiceInSpanish,
  'user/priority': priorityInSpanish,
  'user/terms': termsInSpanish,
  'user/cancelling': cancellingInSpanish,
  'user/leaving': leavingInSpanish,
  'user/yearly': yearlyInSpanish,
  'user/giftTerms': giftTermsInSpanish,
  'gift/gift': giftInSpanish,
  'push/notices': noticesInSpanish,
  'psalm/today': todayInSpanish,
  'psalm/psalms': psalmsInSpanish,
  'passage/sent': sentInSpanish,
  'resources/resources': resourcesInSpanish,
  'guidelines/guidelines': guidelinesInSpanish,
  'legal/legal': legalInSpanish,
  'app/mine': mineInSpanish,
  'app/paymentOffline': paymentOfflineInSpanish,
});
