import type { ComponentType } from 'react'
import type { SearchValues } from '../ui/address.ts'

/** A screen: its address as the specification writes it, the title in the browser's tab, and where it is loaded from. */
export interface ScreenRoute {
  readonly path: string
  readonly title: string
  readonly load: () => Promise<ComponentType>
  /** Begins to read what the screen shows first, while the screen itself is still being loaded. */
  readonly readAhead?: (search: SearchValues) => void
  /** What `{tab}` may be; left out: anything. */
  readonly tabs?: readonly string[]
}
