/** Mocks Stripe.js: the test controls its fields and its result. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Result =
  | { error: { message?: string; payment_intent?: { status: string } } }
  | { paymentIntent: { status: string } };

export function fakeStripe() {
  const handlers = new Map<string, () => void>();
  const confirmPayment = vi.fn<(options: unknown) => Promise<Result>>();
  const element = {
    on: (event: string, handle: () => void) => handlers.set(event, handle),
    off: (event: string) => handlers.delete(event),
    mount: (place: HTMLElement) => place.append('the card fields'),
    update: () => {},
    destroy: () => {},
  };
  const update = vi.fn();
  const elements = vi.fn(() => ({ create: () => element, getElement: () => element, update }));
  const notUsed = () => {};
  const Stripe = vi.fn(() => ({
    elements,
    confirmPayment,
    // Their presence shows the library of Stripe's components that this is Stripe.
    createToken: notUsed,
    createPaymentMethod: notUsed,
    confirmCardPayment: notUsed,
  }));
  vi.stubGlobal('Stripe', Stripe);

  return {
    Stripe,
    elements,
    /** The call that changes the fields, as for another theme. */
    update,
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
