/** The path of the screen that was open before the help: what somebody asks about who asks for support. */
let before: string | null = null

const isHelp = (path: string) => /^\/(marketing-)?help(\/|$)/.test(path)

/** @param path of the screen that is open now, without the base path */
export function noteScreen(path: string): void {
  if (!isHelp(path) && !path.startsWith('/authentication/')) before = path
}

export const cameFrom = (): string | null => before
