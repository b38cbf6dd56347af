import { IconPlus } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'

interface Props {
  text: string
  clubs: readonly { readonly id: number; readonly name: string; readonly isAdmin: boolean }[]
  to: (clubId: number) => string
}

/** Leads to a form of the one club, or asks for which of several; nothing for who may not. */
export function NewFor({ text, clubs, to }: Props) {
  const ours = clubs.filter(club => club.isAdmin)
  const [first] = ours
  if (!first) return null
  const content = (
    <>
      <IconPlus size={18} aria-hidden="true" />
      {text}
    </>
  )
  if (ours.length === 1)
    return (
      <AppLink to={to(first.id)} className={buttonClass('primary')}>
        {content}
      </AppLink>
    )
  return (
    <Menu
      label={text}
      className={buttonClass('primary')}
      items={ours.map(club => ({ text: club.name, to: to(club.id) }))}
    >
      {content}
    </Menu>
  )
}
