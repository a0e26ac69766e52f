import { type ComponentType, lazy } from 'react';

/** What a page can do without: where its code can't come, nothing stands in its place, and all else goes on. */
export const optional = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
