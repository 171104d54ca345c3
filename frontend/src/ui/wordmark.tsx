/** Logo, a can with its batch label, and name. Belongs inside a link to the home page. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="inline-flex min-h-11 items-center gap-2 text-ink">
      <svg viewBox="0 0 20 28" aria-hidden="true" className="keep-colors h-7 w-5 shrink-0">
        <path d="M4.5 0h11L19 4.8v18.4L15.5 28h-11L1 23.2V4.8z" className="fill-pine" />
        <path d="M1 9h18v10.5H1z" className="fill-paper" />
        <path
          d="M4.5 11.5H6v5.5H4.5zm3 0h.8v5.5h-.8zm2.2 0h1.9v5.5H9.7zm3.3 0h.8v5.5H13zm2 0h.8v5.5H15z"
          className="fill-ink"
        />
      </svg>
      <span className="font-serif text-xl font-semibold tracking-tight">{name}</span>
    </span>
  );
}
