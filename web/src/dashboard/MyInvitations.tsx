import { answerInvitation, getMyInvitations } from '@honbu/contract/my-invitations.ts'
import { IconMailOpened } from '@tabler/icons-react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './MyInvitations.module.css'

/** The clubs that invite the signed-in user; nothing where none does. */
export function MyInvitations() {
  const { data: invitations = [] } = useRead(getMyInvitations, {})
  const answer = useWrite(answerInvitation)

  async function reply(invitation: number, isAccepted: boolean) {
    const result = await answer.mutateAsync({ invitation, isAccepted })
    if (isRefusal(result)) return showToast({ message: result.message, tone: 'bad' })
    const { clubName } = result
    return showToast({
      message: isAccepted ? `You work in ${clubName} now.` : `The invitation of ${clubName} is declined.`,
    })
  }

  return invitations.map(({ id, clubName, invitedBy, roles, isAdmin, may }) => (
    <section key={id} className={css.invitation} aria-label={`Invitation of ${clubName}`}>
      <IconMailOpened size={22} aria-hidden="true" />
      <p className={css.text}>
        {invitedBy} invites you to work in <strong>{clubName}</strong>
        {roles.length > 0 && ` as ${roles.map(role => role.name.toLowerCase()).join(', ')}`}
        {isAdmin && `${roles.length > 0 ? ' and' : ''} as admin`}. {may}
      </p>
      <div className={css.buttons}>
        <Button variant="primary" isBusy={answer.isPending} onClick={() => void reply(id, true)}>
          Join
        </Button>
        <Button onClick={() => void reply(id, false)}>Decline</Button>
      </div>
    </section>
  ))
}
