import type { ReactNode } from 'react'

/** A line of a menu: something that is done, or an address that it leads to. */
export type MenuItem =
  | { readonly text: string; readonly icon?: ReactNode; readonly onSelect: () => void; readonly isDanger?: boolean }
  | {
      readonly text: string
      readonly icon?: ReactNode
      readonly to: string
      /** What of the screen's state is kept in the address. */
      readonly search?: Readonly<Record<string, string>>
    }
