/** Where the help about a screen is: its address, and the article in it. */
export interface HelpAddress {
  readonly to: string
  readonly article: string
}

/** By what `{tab}`, or the slug of a member, is; '' for every other. */
export type ScreenHelp = Readonly<Record<string, HelpAddress>>
