/** Stripe's own script, from its own address, and the way to its invoice: nothing of it comes out of a query string. */
import type { Appearance, Stripe, StripeConstructor } from '@stripe/stripe-js';
import type { Theme } from '@/lib/remembered';

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

let loading: Promise<void> | null = null;

/** Which script plays Stripe: its own, or the double of an installation where nobody pays anything. */
export type Player = 'stripe' | 'stand-in';

const scripts: Record<Player, string> = {
  stripe: 'https://js.stripe.com/endive/stripe.js',
  'stand-in': '/stripe-standin.js',
};

/** Loads the script, once; after a failure the next call tries again. */
export async function openStripe(publishableKey: string, player: Player): Promise<Stripe> {
  loading ??= loadScript(scripts[player]);
  try {
    await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
  if (!window.Stripe) throw new Error('The payment script has another shape than expected.');
  return window.Stripe(publishableKey);
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

/** Whether an address is a page of Stripe's. Nobody is sent anywhere else to pay. */
export function isOfStripe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'));
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

/** The colours of tokens.css for the fields of Stripe's, which no style of ours reaches. */
export const appearance = (theme: Theme): Appearance => ({
  ...colours[theme],
  variables: { ...colours[theme].variables, borderRadius: '12px', fontSizeBase: '17px' },
});
