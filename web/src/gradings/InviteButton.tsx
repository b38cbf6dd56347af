import { IconMailForward } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { rememberChosen } from '../exports/chosen.ts'
import { Button } from '../ui/Button.tsx'

/** Begins a message to the candidates. */
export function InviteButton({ memberIds, clubId }: { memberIds: readonly number[]; clubId: number }) {
  const navigate = useNavigate()
  const members = [...new Set(memberIds)]
  return (
    <Button
      onClick={() =>
        void navigate({
          to: '/create-message' as '/',
          search: { selection: rememberChosen({ members, clubIds: [clubId] }) } as never,
        })
      }
    >
      <IconMailForward size={18} aria-hidden="true" />
      Invite
    </Button>
  )
}
