import { useState } from 'react'
import { useAddress } from '../address.ts'
import { readHidden, writeHidden } from './hidden-columns.ts'

/**
 * Which columns of a grid are shown. The address decides where it says so, as a saved view or somebody's link does;
 * otherwise what was chosen on this device.
 */
export function useShownColumns(name: string, ids: readonly string[], hidden: readonly string[]) {
  const { search, setSearch } = useAddress()
  const [kept, setKept] = useState<readonly string[]>(() => readHidden(name) ?? hidden)
  const named = search.columns?.split('~').filter(id => ids.includes(id)) ?? []
  // The first column is what a row is called.
  const shown = named.length > 0 ? ids.filter((id, index) => index === 0 || named.includes(id)) : visible(ids, kept)
  return {
    shown,
    show(id: string, isShown: boolean) {
      const next = ids.filter(each => (each === id ? isShown : shown.includes(each)))
      if (named.length > 0) return setSearch({ columns: next.join('~') })
      const nextHidden = ids.filter(each => !next.includes(each))
      setKept(nextHidden)
      writeHidden(name, nextHidden)
    },
  }
}

const visible = (ids: readonly string[], hidden: readonly string[]) => ids.filter(id => !hidden.includes(id))
