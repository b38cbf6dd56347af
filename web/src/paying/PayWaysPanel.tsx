import { longDate } from '@honbu/contract/format.ts'
import { endPayLink, removeSavedCard } from '@honbu/contract/paying.ts'
import { IconAlertTriangle, IconCheck, IconCreditCard, IconLink } from '@tabler/icons-react'
import { isRefusal, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Paying.module.css'
import type { Asked, PayWays } from './pay-ways.ts'

interface Props {
  memberId: number
  ways: PayWays
  ask: (asked: Asked) => void
}

type Club = PayWays['clubs'][number]
type Link = PayWays['links'][number]

/** The links by which a member can pay just now, and the card that is kept. */
export function PayWaysPanel({ memberId, ways, ask }: Props) {
  const confirm = useConfirm()
  const end = useWrite(endPayLink)
  const remove = useWrite(removeSavedCard)
  const { may } = useRights()
  const clubs = ways.clubs.filter(({ canLink }) => canLink)
  if (clubs.length === 0 && ways.links.length === 0) return null
  const severalClubs = ways.clubs.length > 1

  async function pressEnd({ payLinkId }: Link) {
    const yes = await confirm.ask({
      title: 'End this link?',
      text: 'Who opens it is told to ask the club for another.',
      action: 'End link',
      isDanger: true,
    })
    if (yes) tell(await end.mutateAsync({ id: memberId, payLinkId }), 'The link is ended.')
  }

  async function pressRemove({ card, clubName }: Club) {
    if (!card) return
    const yes = await confirm.ask({
      title: 'Remove the saved card?',
      text: `${clubName} cannot take payments by it any more.`,
      action: 'Remove card',
      isDanger: true,
    })
    if (yes)
      tell(await remove.mutateAsync({ id: memberId, savedCardId: card.savedCardId }), 'The saved card is removed.')
  }

  return (
    <Panel title="Pay links and cards" flush>
      <ul className={css.list}>
        {clubs.map(
          club =>
            club.card && (
              <li key={`card-${club.clubId}`} className={css.row}>
                <div>
                  <span className={css.what}>
                    {club.card.refusedOn ? (
                      <Badge tone="bad" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
                        Card refused
                      </Badge>
                    ) : (
                      <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
                        Card saved
                      </Badge>
                    )}
                    {severalClubs && club.clubName}
                  </span>
                  <p className={css.details}>
                    {club.card.refusedOn ? 'Saved on' : 'On'} {longDate(club.card.savedOn)}, at Stripe. Its number is
                    known there only.
                  </p>
                  {!club.card.refusedOn && (
                    <p className={css.details}>
                      {club.paysByCard
                        ? 'What falls due is taken by it on its day.'
                        : 'Nothing is taken by it until you choose so for a charge: the membership is not paid by card.'}
                    </p>
                  )}
                  {club.card.refusedOn && (
                    <p className={css.problem}>
                      Its bank refused it on {longDate(club.card.refusedOn)}, and it cannot be used any more: ask for
                      another card.
                    </p>
                  )}
                </div>
                {may('takePayments', club.clubId) && (
                  <Menu
                    label={`More for the card at ${club.clubName}`}
                    items={[{ text: 'Remove card', isDanger: true, onSelect: () => void pressRemove(club) }]}
                  />
                )}
              </li>
            ),
        )}
        {ways.links.map(link => (
          <li key={link.payLinkId} className={css.row}>
            <div>
              <span className={css.what}>
                {whatFor(link)}
                {severalClubs && <span className={css.details}>{link.clubName}</span>}
              </span>
              <p className={css.details}>
                {wayOf(link)} on {longDate(link.createdAt.slice(0, 10))} · works until{' '}
                {longDate(link.expiresAt.slice(0, 10))}
              </p>
              {link.problem && <p className={css.problem}>{link.problem}</p>}
            </div>
            {may('takePayments', link.clubId) && (
              <Menu
                label={`More for the link: ${whatFor(link)}, ${wayOf(link)}`}
                items={[{ text: 'End link', isDanger: true, onSelect: () => void pressEnd(link) }]}
              />
            )}
          </li>
        ))}
      </ul>
      {clubs
        .filter(({ clubId }) => may('takePayments', clubId))
        .map(({ clubId, clubName, canKeepCard, card }) => (
          <div key={clubId} className={css.actions}>
            {severalClubs && <p>{clubName}</p>}
            <Button onClick={() => ask({ clubId, purpose: 'pay', transaction: null })}>
              <IconLink size={18} aria-hidden="true" />
              Link for all that is owed
            </Button>
            {canKeepCard && (
              <Button onClick={() => ask({ clubId, purpose: 'card', transaction: null })}>
                <IconCreditCard size={18} aria-hidden="true" />
                {card ? 'Ask for another card' : 'Ask for a card'}
              </Button>
            )}
          </div>
        ))}
      {confirm.dialog}
    </Panel>
  )
}

const whatFor = ({ purpose, transactionId, description }: Link) => {
  if (purpose === 'card') return 'To leave a card'
  return transactionId === null ? 'All that is owed' : description || 'A transaction'
}

const wayOf = ({ sentBy, sentTo }: Link) => (sentBy === 'qr' ? 'Shown at the desk' : `Sent to ${sentTo}`)

function tell(result: object, message: string) {
  if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  else showToast({ message })
}
