import { lazy, Suspense, useEffect } from 'react';
import { type RouteObject, useOutletContext } from 'react-router';
import { HomeScreen } from '@/features/guidance/home-screen';
import { InstantSupportFallback } from '@/features/support/instant-support-numbers';
import { wasPremium } from '@/lib/remembered';
import { idle } from '@/lib/tasks';
import { later } from './later';
import { optional } from './optional';
import { PsalmOfTheHour } from './psalm-of-the-hour';
import { Root } from './root';
import { loadScreen, paymentOfflineScreen, readingScreen, screens, upgradeDialog } from './screens';
import { Shell, WaitingScene } from './shell';
import type { Visitor } from './visitor';

/** Help must always open: if its chunk fails to load, the helplines of the first load are shown. */
const support = {
  load: () =>
    screens['instant-support']
      .load()
      .catch(() => ({ InstantSupportScreen: InstantSupportFallback })),
  get module() {
    return screens['instant-support'].module;
  },
};

const Result = later(screens.result, 'ResultScreen');
const InstantSupport = later(support, 'InstantSupportScreen');
const Testimony = later(screens.testimony, 'TestimonyScreen');
const ThankYou = later(screens['thank-you'], 'ThankYouScreen');
const Mine = later(screens.mine, 'MineScreen');
const Profile = later(screens.profile, 'ProfileScreen');
const MyTestimonies = later(screens.testimonies, 'MyTestimoniesScreen');
const Prayers = later(screens.prayers, 'PrayersScreen');
const Library = later(screens.library, 'LibraryScreen');
const Resources = later(screens.resources, 'ResourcesScreen');
const Today = later(screens.today, 'TodayScreen');
const SentPassage = later(screens.passage, 'PassageScreen');
const Gift = later(screens.gift, 'GiftOfVisitor');
const Guidelines = later(screens.guidelines, 'GuidelinesScreen');
const Terms = later(screens.terms, 'TermsScreen');
const Privacy = later(screens.privacy, 'PrivacyScreen');
const Admin = later(screens.admin, 'Admin');
const Reading = later(readingScreen, 'ReadingScreen');
const PaymentOffline = later(paymentOfflineScreen, 'PaymentOfflineScreen');
const OwnOnHome = optional(() => import('./own-on-home'));
const SignedInOnly = lazy(async () => ({
  default: (await import('./signed-in-only')).SignedInOnly,
}));
const NotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen')).NotFoundScreen,
}));

function Home() {
  // While the user writes, the chunks for the response are preloaded.
  useEffect(() => {
    void loadAnswers();
  }, []);
  const { kind, user } = useOutletContext<Visitor>();
  const isPremium = user?.isPremium ?? (kind === 'returning' && wasPremium());
  return (
    <HomeScreen
      firstName={user?.firstName ?? null}
      isPremium={user?.isPremium ?? false}
      own={
        isPremium && (
          <Suspense fallback={<div className="h-[201px] sm:col-span-2 rail:col-span-1" />}>
            <OwnOnHome />
          </Suspense>
        )
      }
      psalm={<PsalmOfTheHour className="sm:col-span-2 rail:col-span-1" />}
    />
  );
}

async function loadAnswers() {
  for (const path of ['/result', '/instant-support']) {
    await idle();
    await loadScreen(path);
  }
  await idle();
  await upgradeDialog.load().catch(() => {});
}

/** Every route of the app. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      { path: '/admin', Component: Admin },
      {
        Component: Shell,
        children: [
          { path: '/', Component: Home },
          { path: '/result', Component: Result },
          { path: '/resources', Component: Resources },
          { path: '/instant-support', Component: InstantSupport },
          { path: '/testimony', Component: Testimony },
          { path: '/thank-you', Component: ThankYou },
          { path: '/today', Component: Today },
          { path: '/passage/:reference', Component: SentPassage },
          { path: '/gift/:code', Component: Gift },
          { path: '/guidelines', Component: Guidelines },
          { path: '/mine', Component: Mine },
          { path: '/terms', Component: Terms },
          { path: '/privacy', Component: Privacy },
          {
            Component: SignedInOnly,
            children: [
              { path: '/profile', Component: Profile },
              { path: '/testimonies', Component: MyTestimonies },
              { path: '/prayers', Component: Prayers },
              { path: '/library', Component: Library },
              { path: '/library/:id', Component: Reading },
            ],
          },
          // The server answers these with the payment document.
          { path: '/subscribe', Component: PaymentOffline },
          { path: '/subscribe/success', Component: PaymentOffline },
          { path: '/subscribe/gift', Component: PaymentOffline },
          {
            path: '*',
            element: (
              <Suspense fallback={<WaitingScene />}>
                <NotFoundScreen />
              </Suspense>
            ),
          },
        ],
      },
    ],
  },
];
