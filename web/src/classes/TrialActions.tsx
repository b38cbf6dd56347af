import { activation } from '@honbu/contract/automations.ts'
import { getClassMembers } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { actionType, memberStatus } from '@honbu/contract/ids.ts'
import { saveTrialAction } from '@honbu/contract/trials.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, readKey, write } from '../app/api.ts'
import { useOverride } from '../bookings/use-override.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { shortDay } from '../ui/dates.ts'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { fullName, type RegisterRow } from './register-view.ts'
import type { AskedAction } from './trial-form.ts'

const TrialDialog = lazy(() => import('./TrialDialog.tsx').then(({ TrialDialog }) => ({ default: TrialDialog })))

interface Props {
  row: RegisterRow
  classId: number
  classDate: string
}

/** What became of a trial: joined, not interested, or booked again. */
export function TrialActions({ row, classId, classDate }: Props) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const [isBusy, setBusy] = useState(false)
  const override = useOverride('Book')

  async function done(result: Output<typeof saveTrialAction>) {
    setAsked(null)
    const { booking } = result
    const name = fullName(row)
    // The messages about a trial follow its booking; without one they are no longer sent.
    const bookingId = booking?.bookingId ?? row.bookingId
    const scheduled = bookingId ? await write(activation, { memberId: row.memberId, bookingId }) : null
    const reminded = scheduled && !isRefusal(scheduled) && scheduled.reminderAt ? ' A reminder will be sent.' : ''
    const words = booking
      ? `${name} is booked for ${booking.className} on ${shortDay(booking.bookingDate)}.${reminded}`
      : `${name} is noted as ${result.memberStatusId === memberStatus.active ? 'active' : 'not interested'}.`
    showToast({ key: 'trial', message: words })
    await client.invalidateQueries({ queryKey: readKey(getClassMembers) })
  }

  async function rebookNext() {
    setBusy(true)
    const { rebookNext: actionTypeId } = actionType
    const result = await override.run(overrideReason =>
      write(saveTrialAction, {
        ...{ id: row.memberId, classId, classDate, actionTypeId, enrol: false },
        ...(overrideReason && { overrideReason }),
      }),
    )
    setBusy(false)
    if (isRefusal(result)) showToast({ key: 'trial', tone: 'bad', message: result.message })
    else await done(result)
  }

  return (
    <>
      {override.dialog}
      <Button variant="primary" onClick={() => setAsked('activated')}>
        Activate
      </Button>
      <Button isBusy={isBusy} onClick={() => void rebookNext()}>
        Book the next session
      </Button>
      <Menu
        label="More about the trial"
        className={buttonClass('secondary')}
        items={[
          { text: 'Book a later date', onSelect: () => setAsked('rebookFuture') },
          { text: 'Book another class', onSelect: () => setAsked('rebookDifferent') },
          { text: 'Not interested', onSelect: () => setAsked('notInterested') },
        ]}
      >
        After the trial
      </Menu>
      {asked && (
        <Suspense>
          <TrialDialog
            action={asked}
            row={row}
            classId={classId}
            classDate={classDate}
            onDone={result => void done(result)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
