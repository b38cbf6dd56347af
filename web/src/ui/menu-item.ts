import type { ReactNode } from 'react'

/** A line of a menu: something that is done, or an address that it leads to. */
export type MenuItem =
  | (Line & { readonly onSelect: () => void; readonly isDanger?: boolean })
  | (Line & {
      readonly to: string
      /** What of the screen's state is kept in the address. */
      readonly search?: Readonly<Record<string, string>>
    })

interface Line {
  readonly text: string
  readonly icon?: ReactNode
  /** Begins a group, apart from the lines above it. */
  readonly isFirst?: boolean
}
