import { type ComponentType, lazy } from 'react';

/** Lazy-loads an optional component: if its code fails to load, it renders nothing. */
export const optional = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
