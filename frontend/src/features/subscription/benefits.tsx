import { useWords } from '@/lib/language';
import { Icon } from '@/ui/icon';
import { upgrade } from './words';

/** The four specified benefits of Premium. */
export function Benefits({ className = '' }: { className?: string }) {
  const { benefits } = useWords(upgrade);
  return (
    <ul className={`grid gap-2.5 ${className}`}>
      {benefits.map((benefit) => (
        <li key={benefit} className="flex gap-3">
          <Icon name="check" className="mt-0.5 size-5.5 text-amber-text" />
          {benefit}
        </li>
      ))}
    </ul>
  );
}
