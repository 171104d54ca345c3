import type { ComponentProps, ReactNode } from 'react';

export type IconProps = Omit<ComponentProps<'svg'>, 'children'>;

/**
 * An icon on a 24 grid with one stroke width (styles/marks.css). Always decoration: the word beside an icon carries the
 * meaning.
 */
export function icon(drawing: ReactNode) {
  return function Icon({ className = 'size-5', ...rest }: IconProps) {
    return (
      <svg viewBox="0 0 24 24" {...rest} aria-hidden="true" className={`icon ${className}`}>
        {drawing}
      </svg>
    );
  };
}

export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CrossIcon = icon(<path d="m6.5 6.5 11 11m0-11-11 11" />);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5.2l3.2 2" />
  </>,
);
export const DashIcon = icon(<path d="M6.5 12h11" />);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </>,
);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const CloseIcon = CrossIcon;
export const ChevronDownIcon = icon(<path d="m6.5 9.5 5.5 5.5 5.5-5.5" />);
export const ChevronRightIcon = icon(<path d="m9.5 6.5 5.5 5.5-5.5 5.5" />);
export const ArrowLeftIcon = icon(<path d="M19 12H5m6-6-6 6 6 6" />);
export const ArrowRightIcon = icon(<path d="M5 12h14m-6-6 6 6-6 6" />);
export const ArrowUpIcon = icon(<path d="M12 19V5m-6 6 6-6 6 6" />);
export const ExternalIcon = icon(
  <>
    <path d="M13.5 5H19v5.5M19 5l-8.5 8.5" />
    <path d="M16.5 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1h4" />
  </>,
);
export const PrintIcon = icon(
  <>
    <path d="M7.5 8V4h9v4" />
    <path d="M7.5 16.5H5a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-2.5" />
    <path d="M7.5 13.5h9V20h-9z" />
  </>,
);
export const ShareIcon = icon(
  <>
    <path d="M12 14.5V4m-4 4 4-4 4 4" />
    <path d="M7.5 11H6a1 1 0 0 0-1 1v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7a1 1 0 0 0-1-1h-1.5" />
  </>,
);
export const FlaskIcon = icon(
  <>
    <path d="M9 3.5h6M10 3.5v6L5.2 18a1.7 1.7 0 0 0 1.5 2.5h10.6a1.7 1.7 0 0 0 1.5-2.5L14 9.5v-6" />
    <path d="M7.7 14.5h8.6" />
  </>,
);
export const ShieldIcon = icon(
  <>
    <path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6z" />
    <path d="m9 12 2.2 2.2L15 10.3" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5m0-8.2v.1" />
  </>,
);
export const WarningIcon = icon(
  <>
    <path d="M12 4 3 19.5h18z" />
    <path d="M12 10v4.5m0 2.6v.1" />
  </>,
);
export const StopIcon = icon(
  <>
    <path d="M8.3 3.5h7.4l4.8 4.8v7.4l-4.8 4.8H8.3l-4.8-4.8V8.3z" />
    <path d="M12 8v4.8m0 3.2v.1" />
  </>,
);
export const ScaleIcon = icon(<path d="M12 4v16m-5 0h10M5 7h14M5 7l-3 7q3 3 6 0zm14 0-3 7q3 3 6 0z" />);
export const BookIcon = icon(
  <>
    <path d="M12 6.5C10 5.2 7.5 4.7 4 4.7v13c3.5 0 6 .5 8 1.8 2-1.3 4.5-1.8 8-1.8v-13c-3.5 0-6 .5-8 1.8z" />
    <path d="M12 6.5v13" />
  </>,
);
export const CopyIcon = icon(
  <>
    <path d="M9 9h10.5v10.5H9z" />
    <path d="M15 9V4.5H4.5V15H9" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5m0 15V21m9-9h-1.5M4.5 12H3m15.4-6.4-1.1 1.1M6.7 17.3l-1.1 1.1m12.8 0-1.1-1.1M6.7 6.7 5.6 5.6" />
  </>,
);
export const MoonIcon = icon(<path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z" />);
export const SystemIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor" />
  </>,
);
