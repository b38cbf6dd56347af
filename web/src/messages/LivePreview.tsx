import { wholeNumber } from '@honbu/contract/format.ts'
import { getMessagePreview } from '@honbu/contract/messages.ts'
import { sendTestMessage } from '@honbu/contract/templates.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { ExampleLinks } from '../templates/ExampleLinks.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import type { wholeOf } from './draft.ts'
import css from './Messages.module.css'
import { ShownCopy } from './ShownCopy.tsx'

/** The message as one after the other of those who get it would see it. */
export function LivePreview({ whole }: { whole: ReturnType<typeof wholeOf> }) {
  const [position, setPosition] = useState(0)
  const answer = useRead(getMessagePreview, { ...whole, position }, { placeholderData: keepPreviousData, retry: false })
  const test = useWrite(sendTestMessage, { invalidates: [] })
  if (answer.error && !answer.data) return <ErrorState title="It cannot be shown." error={answer.error} />
  const { total = 0, shown = null } = answer.data ?? {}
  async function sendTest(memberId: number) {
    const { body: template, clubId, channel, subject, layoutId } = whole
    const result = await test.mutateAsync({ clubId, channel, subject, template, layoutId, memberId, bookingId: null })
    if (result.isSuccess === false) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `The test is on its way to ${result.sentTo}.` })
  }
  return (
    <Panel
      title="As they will see it"
      aside={
        shown?.memberId ? (
          <Button isBusy={test.isPending} onClick={() => void sendTest(shown.memberId ?? 0)}>
            Send a test to myself
          </Button>
        ) : undefined
      }
    >
      {shown ? (
        <div className={css.stack}>
          <div className={css.actions}>
            <Button disabled={position === 0} onClick={() => setPosition(position - 1)}>
              Previous
            </Button>
            <Button disabled={position + 1 >= total} onClick={() => setPosition(position + 1)}>
              Next
            </Button>
            <span aria-live="polite">
              {position + 1} of {wholeNumber(total)}: {shown.name}, {shown.address}
            </span>
          </div>
          {shown.missing.length > 0 && (
            <p className={css.warning}>
              {shown.name} has nothing for {shown.missing.map(each => `“${each}”`).join(', ')} and does not get it like
              this.
            </p>
          )}
          <ExampleLinks titles={shown.examples} />
          <ShownCopy copy={shown} />
        </div>
      ) : (
        <p className={css.soft}>{answer.data ? 'Nobody would get it.' : 'Loading…'}</p>
      )}
    </Panel>
  )
}
