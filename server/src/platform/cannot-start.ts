/**
 * Why this process cannot start: one line for the person at the keyboard, which names what is wrong and what it should
 * be. `orExit` prints it, without a stack, and ends with exit code 1.
 */
export class CannotStart extends Error {
  constructor(line: string, options?: ErrorOptions) {
    super(onOneLine(line), options)
    this.name = 'CannotStart'
  }
}

/**
 * Runs a command's main function. Whatever is not a `CannotStart` is a defect, so it keeps its stack. Files that the
 * command makes are its user's alone: they hold personal data and keys.
 */
export async function orExit(main: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    await main()
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exit(1)
  }
}

/** The words of anything thrown, on one line. An error of Node for several addresses tried has its words in the first. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return onOneLine(error instanceof Error ? error.message : String(error))
}

/** The code Node or Postgres gave an error: `ENOENT`, `57P03`. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
