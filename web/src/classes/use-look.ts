import { useState } from 'react'

/** How the rows are drawn on this device: which of the columns, and how close together. */
export interface Look {
  readonly grade: boolean
  readonly status: boolean
  readonly flags: boolean
  readonly last: boolean
  readonly isCompact: boolean
}

const usual: Look = { grade: true, status: true, flags: true, last: false, isCompact: false }
const name = 'honbu.register-look'

/** Remembered on this device: it is a matter of the screen and of whose eyes look at it. */
export function useLook() {
  const [look, setLook] = useState(remembered)
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    setLook(next)
    try {
      localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // A browser that keeps nothing shows it as long as the page lives.
    }
  }
  return { look, change }
}

function remembered(): Look {
  try {
    const given: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    const known = Object.entries(given ?? {}).filter(([part, value]) => part in usual && typeof value === 'boolean')
    return { ...usual, ...Object.fromEntries(known) }
  } catch {
    return usual
  }
}
