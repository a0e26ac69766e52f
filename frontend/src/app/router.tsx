import { type ComponentType, lazy, useEffect } from 'react';
import { type RouteObject, useOutletContext } from 'react-router';
import { HomeScreen } from '@/features/guidance/home-screen';
import { InstantSupportFallback } from '@/features/support/instant-support-numbers';
import { NotFoundScreen } from './not-found-screen';
import { Root } from './root';
import { Shell } from './shell';
import type { Visitor } from './visitor';

/** A screen which is loaded when somebody goes there. */
const later = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType =>
  lazy<ComponentType>(async () => {
    const module = await load();
    return { default: module[name] };
  });

const loadResult = () => import('@/features/guidance/result-screen');
const Result = later(loadResult, 'ResultScreen');
const loadSupport = () => import('@/features/support/instant-support-screen');
// Help opens when nothing else does: without its page, the numbers alone, which came with the first load.
const InstantSupport = later(
  () => loadSupport().catch(() => ({ InstantSupportScreen: InstantSupportFallback })),
  'InstantSupportScreen',
);
const Testimony = later(() => import('@/features/testimony/testimony-screen'), 'TestimonyScreen');
const ThankYou = later(() => import('@/features/testimony/thank-you-screen'), 'ThankYouScreen');
const MembersOnly = later(() => import('./members-only'), 'MembersOnly');
const Profile = later(() => import('@/features/user/profile-screen'), 'ProfileScreen');
const MyTestimonies = later(
  () => import('@/features/testimony/my-testimonies-screen'),
  'MyTestimoniesScreen',
);
const Prayers = later(() => import('@/features/prayer/prayers-screen'), 'PrayersScreen');
const Library = later(() => import('@/features/library/library-screen'), 'LibraryScreen');
const Reading = later(() => import('@/features/library/reading-screen'), 'ReadingScreen');
const Resources = later(() => import('@/features/resources/resources-screen'), 'ResourcesScreen');
const Guidelines = later(
  () => import('@/features/guidelines/guidelines-screen'),
  'GuidelinesScreen',
);
const Terms = later(() => import('@/features/legal/terms-screen'), 'TermsScreen');
const Admin = later(() => import('./admin'), 'Admin');
const PaymentOffline = later(() => import('./payment-offline-screen'), 'PaymentOfflineScreen');
const Privacy = later(() => import('@/features/legal/privacy-screen'), 'PrivacyScreen');

function Home() {
  // By the time somebody has found their words, the pages for the answer are here.
  useEffect(() => {
    loadResult().catch(() => {});
    loadSupport().catch(() => {});
  }, []);
  const { user } = useOutletContext<Visitor>();
  return <HomeScreen firstName={user?.firstName ?? null} isPremium={user?.isPremium ?? false} />;
}

/** Every address of the app, in one list. */
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
          { path: '/guidelines', Component: Guidelines },
          { path: '/terms', Component: Terms },
          { path: '/privacy', Component: Privacy },
          {
            Component: MembersOnly,
            children: [
              { path: '/profile', Component: Profile },
              { path: '/testimonies', Component: MyTestimonies },
              { path: '/prayers', Component: Prayers },
              { path: '/library', Component: Library },
              { path: '/library/:id', Component: Reading },
            ],
          },
          // The server answers these two with a document of their own.
          { path: '/subscribe', Component: PaymentOffline },
          { path: '/subscribe/success', Component: PaymentOffline },
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
];
