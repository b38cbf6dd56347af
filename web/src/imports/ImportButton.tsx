import { getClubList } from '@honbu/contract/my-clubs.ts'
import { IconChevronDown, IconFileImport } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { importsAddress } from './import-address.ts'

/** The way to the import of a club; of several the one is chosen. Nothing for who is admin of none. */
export function ImportButton() {
  const clubs = useRead(getClubList, {}, { staleTime: 60_000 })
  const ours = (clubs.data ?? []).filter(({ isAdmin }) => isAdmin)
  const [only] = ours
  if (!only) return null
  if (ours.length === 1)
    return (
      <AppLink to={importsAddress(only.id)} className={buttonClass('secondary')}>
        <IconFileImport size={18} aria-hidden="true" /> Import
      </AppLink>
    )
  return (
    <Menu
      label="Import into a club"
      className={buttonClass('secondary')}
      items={ours.map(({ id, name }) => ({ text: name, to: importsAddress(id) }))}
    >
      <IconFileImport size={18} aria-hidden="true" /> Import
      <IconChevronDown size={16} aria-hidden="true" />
    </Menu>
  )
}
