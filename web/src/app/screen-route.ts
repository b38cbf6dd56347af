import type { ComponentType } from 'react'

/** A screen: its address as the specification writes it, the title in the browser's tab, and where it is loaded from. */
export interface ScreenRoute {
  readonly path: string
  readonly title: string
  readonly load: () => Promise<ComponentType>
  /** What `{tab}` may be; left out: anything. */
  readonly tabs?: readonly string[]
}
