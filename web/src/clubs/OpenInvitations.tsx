import { mediumDate } from '@honbu/contract/format.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { getInvitations, resendInvitation, revokeInvitation } from '@honbu/contract/users.ts'
import { IconMailForward } from '@tabler/icons-react'
import { isRefusal, type Refusal, useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { clubsBelow } from './clubs-below.ts'
import css from './Users.module.css'

/** The invitations that nobody has answered yet; nothing where there are none. */
export function OpenInvitations({ clubId }: { clubId: number }) {
  // A message leaves a moment after it is asked for, and people answer while this is looked at.
  const answer = useRead(getInvitations, { clubId }, { refetchInterval: 15_000 })
  const resend = useWrite(resendInvitation, { invalidates: [getInvitations] })
  const revoke = useWrite(revokeInvitation, { invalidates: [getInvitations] })
  const { ask, dialog } = useConfirm()
  const hasBelow = clubsBelow(useRead(getClubList, {}).data ?? [], clubId).length > 0
  const invitations = answer.data ?? []
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title="The invitations could not be loaded."
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    )
  if (invitations.length === 0) return null

  const say = (result: object | Refusal, message: string) =>
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message })

  async function takeBack(id: number, email: string) {
    const question = {
      title: `Take the invitation to ${email} back?`,
      text: 'The link in the message stops working.',
      action: 'Take back',
      isDanger: true,
    }
    if (await ask(question)) say(await revoke.mutateAsync({ id }), `The invitation to ${email} has been taken back.`)
  }

  return (
    <Panel title="Open invitations" flush>
      <ul className={css.invitations}>
        {invitations.map(
          ({ id, email, isAdmin, roles, reach, reachClubs, seesFigures, invitedBy, sentAt, expiresAt, isExpired }) => (
            <li key={id} className={css.invitation}>
              <div className={css.invitationWords}>
                <span className={css.who}>
                  <strong>{email}</strong>
                  {isExpired && <Badge tone="warn">Expired</Badge>}
                </span>
                <span className={css.soft}>
                  {[...roles.map(role => role.name), ...(isAdmin ? ['Admin right'] : [])].join(', ') || 'No role'}
                  {reach === 'all' && hasBelow && ' · and all clubs below'}
                  {reach === 'some' && ` · and ${reachClubs.map(club => club.name).join(', ')}`}
                  {seesFigures && ' · and reports of every club below'}
                  {' · '}
                  {sentAt ? `sent ${moment(sentAt)}` : 'about to be sent'} by {invitedBy}
                  {!isExpired && ` · until ${mediumDate(expiresAt.slice(0, 10))}`}
                </span>
              </div>
              <div className={css.buttons}>
                <Button
                  onClick={async () =>
                    say(await resend.mutateAsync({ id }), `The invitation is on its way to ${email} again.`)
                  }
                >
                  <IconMailForward size={18} aria-hidden="true" />
                  Send again
                </Button>
                <Button variant="quiet" onClick={() => void takeBack(id, email)}>
                  Take back
                </Button>
              </div>
            </li>
          ),
        )}
      </ul>
      {dialog}
    </Panel>
  )
}
