import { useId, useState } from 'react';
import { usePageContext } from '../api/page-context';
import { cx } from '../ui/cx';
import { MoonIcon, SunIcon, SystemIcon } from '../ui/icons';

type Theme = 'system' | 'light' | 'dark';

const YEAR_S = 60 * 60 * 24 * 365;

const CHOICES = [
  { theme: 'system', word: 'System', Icon: SystemIcon },
  { theme: 'light', word: 'Light', Icon: SunIcon },
  { theme: 'dark', word: 'Dark', Icon: MoonIcon },
] as const;

/** The server sets `data-theme` from the cookie, so the page arrives in the chosen theme. "System" removes both. */
function choose(theme: Theme) {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const value = theme === 'system' ? '=; Max-Age=0' : `=${theme}; Max-Age=${YEAR_S}`;
  // Same cookie naming as the server (platform/http/cookies.ts).
  const [name, secure] = window.location.protocol === 'https:' ? ['__Host-theme', '; Secure'] : ['theme', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${name}${value}; Path=/; SameSite=Lax${secure}`;
}

export function ThemeToggle({ className }: { className?: string }) {
  const { theme: savedTheme = 'system' } = usePageContext();
  const [theme, setTheme] = useState<Theme>(savedTheme);
  const name = useId();
  return (
    <fieldset className={cx('theme-choices noscript:hidden', className)}>
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ theme: choice, word, Icon }) => (
        <label key={choice} className="theme-choice">
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => {
              choose(choice);
              setTheme(choice);
            }}
          />
          <Icon className="size-4.5" />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
