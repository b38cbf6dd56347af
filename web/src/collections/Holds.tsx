import {
  getCollectionHolds,
  getExternalPayments,
  getMandates,
  ReleaseHoldFields,
  releaseHold,
} from '@honbu/contract/collections.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextAreaField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Collections.module.css'

type Hold = Output<typeof getCollectionHolds>[number]

/** Says that nothing is collected, because the payer disputes a payment, and lets an admin go on. */
export function Holds({ holds, isOneClub }: { holds: readonly Hold[]; isOneClub: boolean }) {
  const [released, setReleased] = useState<Hold | null>(null)
  return (
    <Panel title="Collecting is on hold" flush>
      <ul className={css.list}>
        {holds.map(hold => (
          <li key={hold.holdId} className={css.hold}>
            <div>
              <p className={css.problem}>
                <IconAlertTriangle size={18} aria-hidden="true" /> {whatIsDisputed(hold)}
                {!isOneClub && ` (${hold.clubName})`}
              </p>
              <p className={css.details}>
                We collect nothing more this way. {currency(hold.onHold)} is disputed and on hold: talk to the payer
                first.
              </p>
            </div>
            {hold.canRelease ? (
              <Button onClick={() => setReleased(hold)}>Release</Button>
            ) : (
              <p className={css.details}>An admin of the club can release it.</p>
            )}
          </li>
        ))}
      </ul>
      {released && <ReleaseDialog hold={released} onClose={() => setReleased(null)} />}
    </Panel>
  )
}

const whatIsDisputed = ({ by, disputed, since }: Hold) =>
  `The payer disputes a ${by === 'card' ? 'card payment' : 'direct debit'} of ${currency(disputed)}, since ${longDate(since)}.`

function ReleaseDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const { holdId, by, onHold, willCollect, disputed } = hold
  const release = useWrite(releaseHold, { invalidates: [getCollectionHolds, getExternalPayments, getMandates] })
  const form = useForm({
    schema: ReleaseHoldFields,
    values: { reason: '' },
    save: values => release.mutateAsync({ id: holdId, ...values }),
    saved: result => {
      const next = result.willCollect > 0 ? ` ${currency(result.willCollect)} is collected next.` : ''
      showToast({ message: `Released.${next}` })
      onClose()
    },
  })
  return (
    <Dialog title="Collect from this payer again?" isOpen onClose={onClose}>
      <p>
        {willCollect > 0
          ? `Within the hour we put ${currency(willCollect)} on its way by ${by === 'card' ? 'card' : 'direct debit'}.`
          : 'We won’t collect anything that is owed now.'}{' '}
        {onHold > willCollect &&
          `${currency(onHold - willCollect)} stays with you: the ${currency(disputed)} that was disputed, and what is too old or paid in another way.`}
      </p>
      <Form form={form} submit="Release" cancel={onClose} isInDialog>
        <TextAreaField {...form.field('reason')} label="What you agreed with the payer" required autoFocus />
      </Form>
    </Dialog>
  )
}
