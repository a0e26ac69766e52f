/** Stripe.js from its own origin, and the check of invoice URLs: no URL comes from a query string. */
import type { Appearance, Stripe, StripeConstructor } from '@stripe/stripe-js';
import { currentLanguage } from '@/lib/language';
import type { Theme } from '@/lib/remembered';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

let loading: Promise<void> | null = null;

/** The script to load: Stripe's own, or the stand-in of a test installation. */
export type Player = 'stripe' | 'stand-in';

const scripts: Record<Player, string> = {
  stripe: 'https://js.stripe.com/endive/stripe.js',
  'stand-in': '/stripe-standin.js',
};

/** Loads the script once; after a failure the next call retries. */
export async function openStripe(publishableKey: string, player: Player): Promise<Stripe> {
  loading ??= loadScript(scripts[player]);
  try {
    await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
  if (!window.Stripe) throw new Error('The payment script has another shape than expected.');
  // Its fields and its refusals are in the language of the page.
  return window.Stripe(publishableKey, {
    locale: currentLanguage() === 'es' ? 'es-419' : 'auto',
  });
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The payment script could not be loaded.'));
    };
    document.head.append(script);
  });
}

/** Whether a URL belongs to Stripe. Payment redirects go nowhere else. */
export function isOfStripe(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'));
  } catch {
    return false;
  }
}

const colours: Record<Theme, Appearance> = {
  light: {
    theme: 'stripe',
    variables: {
      colorPrimary: '#1f5e6d',
      colorBackground: '#fbfdfc',
      colorText: '#17333c',
      colorTextSecondary: '#4c656c',
      colorDanger: '#a3262c',
    },
  },
  dark: {
    theme: 'night',
    variables: {
      colorPrimary: '#8cc3c9',
      colorBackground: '#12292f',
      colorText: '#dbe7e5',
      colorTextSecondary: '#9db5b6',
      colorDanger: '#ffb0aa',
    },
  },
};

/** The colours of tokens.css for Stripe's iframe, which our CSS cannot reach. */
export const appearance = (theme: Theme): Appearance => ({
  ...colours[theme],
  variables: { ...colours[theme].variables, borderRadius: '12px', fontSizeBase: '17px' },
});
