import { cx } from './cx';
import { icon } from './icons';

export interface PhoneLinkProps {
  line: { readonly number: string; readonly href: string };
  /** What the number is for, e.g. "Poison Help"; read before the number. */
  name: string;
  /** `danger` for emergencies, `strong` for the next step. */
  tone?: 'danger' | 'strong' | 'plain';
  /** `text` opens a text message instead of a call. */
  by?: 'call' | 'text';
  className?: string;
}

const TONES = {
  danger: 'border-clay bg-clay text-on-clay hover:border-clay-strong hover:bg-clay-strong',
  strong: 'border-pine bg-pine text-on-pine hover:border-pine-strong hover:bg-pine-strong',
  plain: 'border-edge bg-surface text-ink hover:border-pine hover:bg-pine-soft',
};

/** A phone number with a target large enough to hit in a hurry. */
export function PhoneLink({ line, name, tone = 'plain', by = 'call', className }: PhoneLinkProps) {
  const Icon = by === 'text' ? MessageIcon : PhoneIcon;
  return (
    <a
      href={line.href}
      className={cx(
        'flex min-h-18 min-w-0 items-center gap-4 rounded-lg border px-5 py-3 no-underline transition-colors duration-150',
        // Backgrounds are not printed: white text would vanish.
        'print:border-[#000] print:bg-transparent print:text-[#000]',
        TONES[tone],
        className,
      )}
    >
      <Icon className="size-7" />
      <span className="flex min-w-0 flex-col">
        <span className="text-sm font-medium">{name}</span>{' '}
        <span className="text-xl leading-tight font-semibold">{line.number}</span>
      </span>
    </a>
  );
}

const PhoneIcon = icon(
  <path d="M8.2 4H5.6A1.6 1.6 0 0 0 4 5.7C4.6 13.4 10.6 19.4 18.3 20a1.6 1.6 0 0 0 1.7-1.6v-2.6a1.5 1.5 0 0 0-1.2-1.5l-2.5-.5a1.5 1.5 0 0 0-1.4.4l-1 1a12 12 0 0 1-5.1-5.1l1-1a1.5 1.5 0 0 0 .4-1.4l-.5-2.5A1.5 1.5 0 0 0 8.2 4z" />,
);

const MessageIcon = icon(
  <>
    <path d="M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 4v-4h-1A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5z" />
    <path d="M8 9h8m-8 3h5" />
  </>,
);
