import { discardDemo, getDemo } from '@honbu/contract/demo.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { address } from '../app/base.ts'
import { ApiError } from '../app/request.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import css from './DemoPanel.module.css'

type Demo = Output<typeof getDemo>

/** Says what goes with the demo, and discards it. Whoever has only a login of the demo goes on to register. */
export function DiscardDemo({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const demo = useRead(
    getDemo,
    { id: clubId },
    { refetchInterval: ({ state }) => (state.data?.isUnderWay && !state.error ? 1000 : false) },
  )
  const discard = useWrite(discardDemo)
  // The demo's head office is gone, and the user is still logged in.
  const isGone = demo.error instanceof ApiError && [403, 404].includes(demo.error.status)
  useEffect(() => {
    if (!isGone) return
    showToast({ message: 'The demo is gone.' })
    onClose()
    void client.resetQueries()
  }, [isGone, client, onClose])

  async function discardAll({ clubs, keepsAccount }: Demo) {
    const added = clubs.filter(({ isAdded }) => isAdded).map(each => each.clubId)
    const result = await discard.mutateAsync({ id: clubId, added })
    if (isRefusal(result)) {
      setProblem(result.message)
      await demo.refetch()
    } else if (keepsAccount) await demo.refetch()
    else window.location.assign(address('/authentication/register'))
  }

  const { data } = demo
  return (
    <Dialog
      title="Discard the demo?"
      isOpen
      onClose={onClose}
      actions={
        data && !data.isUnderWay ? (
          <>
            <Button variant="danger" isBusy={discard.isPending} onClick={() => void discardAll(data)}>
              Discard demo
            </Button>
            <Button onClick={onClose} data-autofocus="">
              Keep
            </Button>
          </>
        ) : undefined
      }
    >
      {demo.error && !isGone && !data && (
        <ErrorState title="We couldn’t load this." error={demo.error} retry={() => void demo.refetch()} />
      )}
      {!data && !demo.error && <SkeletonRows count={3} height="1.5rem" />}
      {data?.isUnderWay && <WorkProgress label="Deleting the demo" done={0} total={null} />}
      {data && !data.isUnderWay && <Words demo={data} problem={problem || data.failure} />}
    </Dialog>
  )
}

function Words({ demo, problem }: { demo: Demo; problem: string | null }) {
  const { clubs, members, payments, keepsAccount } = demo
  const own = clubs.filter(({ isAdded }) => !isAdded)
  const added = clubs.filter(({ isAdded }) => isAdded)
  return (
    <div className={css.body}>
      <p>
        {`This deletes ${counted(own.length, 'club')} with ${counted(members, 'member')} and ${counted(payments, 'payment')}, and the demo’s logins. You can’t undo it. Other clubs keep everything.`}
      </p>
      {added.length > 0 && (
        <>
          <p className={css.problem}>
            {`${added.length === 1 ? 'This club was' : 'These clubs were'} added to the demo’s. We’ll delete ${added.length === 1 ? 'it' : 'them'} too:`}
          </p>
          <ul className={css.clubs}>
            {added.map(club => (
              <li key={club.clubId}>{club.clubName}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {keepsAccount
          ? 'Your own login stays.'
          : 'Your login is part of the demo. Next, you’ll register with your own email address and create your club.'}
      </p>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
