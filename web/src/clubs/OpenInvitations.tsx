import type { Output } from '@honbu/contract/endpoint.ts'
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

type Invitation = Output<typeof getInvitations>[number]

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
      <ErrorState title="We couldn’t load the invitations." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (invitations.length === 0) return null

  const say = (result: object | Refusal, message: string) =>
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message })

  async function sendAgain({ id, email }: Invitation) {
    say(await resend.mutateAsync({ id }), `We’re sending the invitation to ${email} again.`)
  }

  async function cancel({ id, firstName, email, classes }: Invitation) {
    const question = {
      title: `Cancel ${firstName ? `${firstName}’s` : 'this'} invitation?`,
      text: `The link we sent to ${email} stops working.${classes.length > 0 ? ` They come off ${classes.join(', ')}.` : ''}`,
      action: 'Cancel invitation',
      isDanger: true,
    }
    if (await ask(question)) say(await revoke.mutateAsync({ id }), 'Invitation cancelled')
  }

  return (
    <Panel title="Open invitations" flush>
      <ul className={css.invitations}>
        {invitations.map(invitation => (
          <li key={invitation.id} className={css.invitation}>
            <InvitationWords invitation={invitation} hasBelow={hasBelow} />
            <div className={css.buttons}>
              <Button onClick={() => void sendAgain(invitation)}>
                <IconMailForward size={18} aria-hidden="true" />
                Send again
              </Button>
              <Button variant="quiet" onClick={() => void cancel(invitation)}>
                Cancel
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

function InvitationWords({ invitation, hasBelow }: { invitation: Invitation; hasBelow: boolean }) {
  const { firstName, lastName, email, isAdmin, roles, may, classes, ...rest } = invitation
  const { reach, reachClubs, seesFigures, invitedBy, sentAt, expiresAt, isExpired } = rest
  const name = `${firstName} ${lastName}`.trim()
  const clubs = [
    reach === 'all' && hasBelow && 'and all clubs below',
    reach === 'some' && `and ${reachClubs.map(club => club.name).join(', ')}`,
    seesFigures && 'and reports of every club below',
  ]
  const what = [[...roles.map(role => role.name), ...(isAdmin ? ['Admin'] : [])].join(', ') || 'No role', ...clubs]
  const sent = sentAt ? `Sent ${moment(sentAt)}` : 'Being sent'
  return (
    <div className={css.invitationWords}>
      <span className={css.who}>
        <strong>{name || email}</strong>
        {name && <span className={css.soft}>{email}</span>}
        {isExpired && <Badge tone="warn">Expired</Badge>}
      </span>
      <span>{what.filter(Boolean).join(' · ')}</span>
      <span className={css.soft}>
        {may}
        {classes.length > 0 && ` They’ll teach ${classes.join(', ')}.`}
      </span>
      <span className={css.soft}>
        {sent} by {invitedBy}
        {!isExpired && ` · until ${mediumDate(expiresAt.slice(0, 10))}`}
      </span>
    </div>
  )
}
