/** One page of a long text. */
export interface Chapter {
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<{ default: string }>;
}

/** What the plugin in frontend/chapters.ts makes of a long text. */
export interface Chapters {
  readonly chapters: readonly Chapter[];
  /** The address of every heading, by its ID. */
  readonly places: () => Promise<{ default: Readonly<Record<string, string>> }>;
}
