import { type ComponentType, lazy, useState } from 'react';
import type { Deferred } from './screens';

/** A lazily loaded component; rendered without suspending if its module is already loaded. */
export function later<Name extends string, Props extends object = object>(
  deferred: Pick<Deferred<Record<Name, ComponentType<Props>>>, 'load' | 'module'>,
  name: Name,
): ComponentType<Props> {
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: (await deferred.load())[name] }));
  return function Later(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => deferred.module?.[name] ?? Lazy);
    return <Component {...props} />;
  };
}
