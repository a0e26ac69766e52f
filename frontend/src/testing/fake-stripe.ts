/** Mocks Stripe.js: the test controls its fields and its result. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Result =
  | { error: { message?: string; payment_intent?: { status: string } } }
  | { paymentIntent: { status: string } };

export function fakeStripe() {
  const handlers = new Map<string, () => void>();
  const confirmPayment = vi.fn<(options: unknown) => Promise<Result>>();
  const elements = vi.fn(() => ({
    create: () => ({
      on: (event: string, handle: () => void) => handlers.set(event, handle),
      mount: (place: HTMLElement) => place.append('the card fields'),
      destroy: () => {},
    }),
    update: () => {},
  }));
  const Stripe = vi.fn(() => ({ elements, confirmPayment }));
  vi.stubGlobal('Stripe', Stripe);

  return {
    Stripe,
    elements,
    confirmPayment,
    /** Fires an event of the fields: `ready` or `loaderror`. */
    tell: (event: string) => act(() => handlers.get(event)?.()),
  };
}

/** The script element the page added, and how its loading ends. */
export const askedScript = () =>
  document.head.querySelector<HTMLScriptElement>('script[src*="stripe"]');

export const scriptEnds = (how: 'load' | 'error') =>
  act(async () => {
    askedScript()?.dispatchEvent(new Event(how));
  });
