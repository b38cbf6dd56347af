/** An operator's command. It gets the words after its name. */
export interface Command {
  /** What follows the name. */
  readonly words: string
  readonly does: string
  readonly run: (args: readonly string[]) => Promise<void>
}
