import { todayIn } from '@honbu/contract/calendar.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { channelNames, getStoppedAddresses, liftStoppedAddress, stopReasonNames } from '@honbu/contract/reach.ts'
import { IconMailOff } from '@tabler/icons-react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { zone } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './StoppedAddresses.module.css'

interface Props {
  memberId: number
  /** Only an admin can say that an address works again. */
  isAdmin: boolean
}

/** The addresses of a member and his contacts that nothing goes to any more. Not there when all of them work. */
export function StoppedAddresses({ memberId, isAdmin }: Props) {
  const stopped = useRead(getStoppedAddresses, { id: memberId }).data ?? []
  const lift = useWrite(liftStoppedAddress)
  const { ask, dialog } = useConfirm()
  if (stopped.length === 0) return null
  const liftOne = async ({ channel, address, reason }: (typeof stopped)[number]) => {
    const text =
      reason === 'bounced'
        ? 'Messages will go there again. If they come back again, it will be stopped again.'
        : 'Only if they have told you that they want messages again: who has asked to stop must not be written to.'
    const yes = await ask({ title: `Write to ${address} again?`, text, action: 'It works again' })
    if (!yes) return
    const result = await lift.mutateAsync({ id: memberId, channel, address })
    showToast({ message: isRefusal(result) ? result.message : `Messages go to ${address} again.` })
  }
  return (
    <Panel title="Nothing goes to" flush>
      <ul className={css.list}>
        {stopped.map(row => (
          <li key={row.stoppedAddressId} className={css.row}>
            <IconMailOff size={20} aria-hidden="true" className={css.icon} />
            <div className={css.text}>
              <strong>{row.address}</strong>
              <span className={css.soft}>
                {channelNames[row.channel]} of {row.people.join(', ')}. {stopReasonNames[row.reason]} on{' '}
                {shortDate(todayIn(zone, new Date(row.since)))}.
              </span>
              {row.reason !== 'stop' && row.detail && <span className={css.soft}>{row.detail}</span>}
            </div>
            {isAdmin && (
              <Button onClick={() => void liftOne(row)} aria-label={`It works again: ${row.address}`}>
                It works again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}
