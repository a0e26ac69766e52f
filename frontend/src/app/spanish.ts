/** The Spanish catalogues: help, landing page, home, account deletion and the shell. */

import { gift } from '@/features/gift/words';
import { giftInSpanish } from '@/features/gift/words.es';
import { topicGroups } from '@/features/guidance/topics-words';
import { topicGroupsInSpanish } from '@/features/guidance/topics-words.es';
import { home } from '@/features/guidance/words';
import { homeInSpanish } from '@/features/guidance/words.es';
import { installation } from '@/features/installation/words';
import { installationInSpanish } from '@/features/installation/words.es';
import { pending } from '@/features/landing/pending-words';
import { pendingInSpanish } from '@/features/landing/pending-words.es';
import { landing } from '@/features/landing/words';
import { landingInSpanish } from '@/features/landing/words.es';
import { psalmCard } from '@/features/psalm/card-words';
import { psalmCardInSpanish } from '@/features/psalm/card-words.es';
import { giving } from '@/features/subscription/gift-words';
import { givingInSpanish } from '@/features/subscription/gift-words.es';
import { plans } from '@/features/subscription/plan-words';
import { plansInSpanish } from '@/features/subscription/plan-words.es';
import { premium, upgrade } from '@/features/subscription/words';
import { premiumInSpanish, upgradeInSpanish } from '@/features/subscription/words.es';
import { support } from '@/features/support/reaching-words';
import { supportInSpanish } from '@/features/support/reaching-words.es';
import { help } from '@/features/support/words';
import { helpInSpanish } from '@/features/support/words.es';
import { account } from '@/features/user/account-words';
import { accountInSpanish } from '@/features/user/account-words.es';
import { giftTerms } from '@/features/user/gift-words';
import { giftTermsInSpanish } from '@/features/user/gift-words.es';
import { farewell } from '@/features/user/goodbye-words';
import { farewellInSpanish } from '@/features/user/goodbye-words.es';
import { yearly } from '@/features/user/yearly-words';
import { yearlyInSpanish } from '@/features/user/yearly-words.es';
import { type Translations, translated } from '@/lib/language';
import { common } from '@/lib/words';
import { commonInSpanish } from '@/lib/words.es';
import { parts } from '@/ui/words';
import { partsInSpanish } from '@/ui/words.es';
import { elsewhere } from './elsewhere-words';
import { elsewhereInSpanish } from './elsewhere-words.es';
import { own } from './mine-words';
import { ownInSpanish } from './mine-words.es';
import { failure, shell } from './words';
import { failureInSpanish, shellInSpanish } from './words.es';

export const spanish: Translations = new Map([
  translated(common, commonInSpanish),
  translated(parts, partsInSpanish),
  translated(shell, shellInSpanish),
  translated(elsewhere, elsewhereInSpanish),
  translated(failure, failureInSpanish),
  translated(own, ownInSpanish),
  translated(landing, landingInSpanish),
  translated(pending, pendingInSpanish),
  translated(home, homeInSpanish),
  translated(psalmCard, psalmCardInSpanish),
  translated(topicGroups, topicGroupsInSpanish),
  translated(help, helpInSpanish),
  translated(support, supportInSpanish),
  translated(upgrade, upgradeInSpanish),
  translated(premium, premiumInSpanish),
  translated(plans, plansInSpanish),
  translated(giving, givingInSpanish),
  translated(gift, giftInSpanish),
  translated(giftTerms, giftTermsInSpanish),
  translated(yearly, yearlyInSpanish),
  translated(account, accountInSpanish),
  translated(farewell, farewellInSpanish),
  translated(installation, installationInSpanish),
]);
