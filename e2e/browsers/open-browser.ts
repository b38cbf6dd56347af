import type { Driver, Size } from './driver.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

const browsers: Readonly<Record<string, (size: Size) => Promise<Driver>>> = {
  firefox: openFirefox,
  webkit: openWebKit,
}

/** Opens a new browser by its name. */
export function openBrowser(name: string, size: Size): Promise<Driver> {
  const open = browsers[name]
  if (!open) throw new Error(`${name} is no browser: ${Object.keys(browsers).join(', ')}.`)
  return open(size)
}
