import { getClosing, reopenClub } from '@honbu/contract/closing.ts'
import { getClub } from '@honbu/contract/clubs.ts'
import { longDate } from '@honbu/contract/format.ts'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './ClosingPanel.module.css'

const CloseDialog = lazy(() => import('./CloseDialog.tsx').then(({ CloseDialog }) => ({ default: CloseDialog })))

/** Closing a club, or reopening it. Nothing for anyone but its owner. */
export function ClosingPanel({ clubId }: { clubId: number }) {
  const [isOpen, setOpen] = useState(false)
  const { ask, dialog } = useConfirm()
  const { data } = useRead(
    getClosing,
    { id: clubId },
    { refetchInterval: ({ state }) => (state.data?.closing?.isUnderWay && !state.error ? 5000 : false) },
  )
  const reopen = useWrite(reopenClub, { invalidates: [getClosing, getClub] })
  if (!data?.mayClose) return null
  const { clubName, closing } = data

  async function reopenNow() {
    const text = closing?.isClosed
      ? 'Everyone can change things again. Memberships, mandates and subscriptions that ended don’t come back.'
      : 'It stays open. Members who got the letter aren’t told: write to them.'
    if (!(await ask({ title: `Reopen ${clubName}?`, text, action: 'Reopen club' }))) return
    const result = await reopen.mutateAsync({ id: clubId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: 'Club reopened' })
  }

  return (
    <Panel title="Close this club" id="close-club">
      {closing ? (
        <div className={css.body}>
          <p>
            {closing.isClosed
              ? `${clubName} closed on ${longDate(closing.closesOn)}. Everyone can look, but nothing can be changed.`
              : `${clubName} closes on ${longDate(closing.closesOn)}. Until then everything works as before.`}
            {closing.isUnderWay && ' We’re ending its memberships and mandates now.'}
          </p>
          <p>{`We delete it on ${longDate(closing.deletesOn)} unless you reopen it, and write to you a week before. This goes:`}</p>
          <ul className={css.list}>
            {closing.deletes.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {closing.trouble && (
            <p className={css.trouble} role="alert">
              {`We couldn’t delete it. ${closing.trouble}`}
            </p>
          )}
          <Button onClick={() => void reopenNow()} isBusy={reopen.isPending}>
            {closing.isClosed ? 'Reopen club' : 'Keep open'}
          </Button>
        </div>
      ) : (
        <div className={css.body}>
          <p>
            From a day you choose, nothing can be changed. Memberships end, and we tell the bank to stop collecting.
          </p>
          <Button variant="danger" onClick={() => setOpen(true)}>
            Close club
          </Button>
        </div>
      )}
      {dialog}
      {isOpen && (
        <Suspense>
          <CloseDialog clubId={clubId} data={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
