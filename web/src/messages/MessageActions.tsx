import { counted, wholeNumber } from '@honbu/contract/format.ts'
import {
  cancelMessage,
  getMessageFile,
  pauseMessage,
  resumeMessage,
  sendMessageAgain,
} from '@honbu/contract/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type Refusal, readQuery, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { Button } from '../ui/Button.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { WholeMessage } from './message.ts'
import { whoGetsIt } from './who-gets-it.ts'

const refused = { onRefused: ({ message }: Refusal) => void showToast({ message, tone: 'bad' }) }

/** What can be done with a message as it stands. */
export function MessageActions({ message }: { message: WholeMessage }) {
  const { id, status, counts } = message
  const client = useQueryClient()
  const { may } = useRights()
  const maySend = may('sendToMany', message.clubId)
  const pause = useWrite(pauseMessage, refused)
  const resume = useWrite(resumeMessage, refused)
  const cancel = useWrite(cancelMessage, refused)
  const again = useWrite(sendMessageAgain, {
    ...refused,
    onSuccess: result =>
      void showToast({
        message:
          result.again === 0
            ? 'There is nobody it may be sent to again.'
            : `It’s being sent again to ${counted(result.again, 'person', 'people')}.`,
      }),
  })
  const { ask, dialog } = useConfirm()
  const failed = counts.failed + counts.bounced

  async function end() {
    const text = 'Who has not got it yet gets nothing. What has left cannot be called back.'
    if (await ask({ title: 'Cancel the rest?', text, action: 'Cancel the rest', isDanger: true })) cancel.mutate({ id })
  }

  async function goOn() {
    const isOnList = Object.values(counts).some(each => each > 0)
    const count = isOnList ? counts.waiting : await whoGetsIt(client, id)
    const title = `Send it to ${counted(count, 'person', 'people')}?`
    if (await ask({ title, text: 'What has left can’t be called back.', action: 'Go on' }))
      resume.mutate({ id, confirmedCount: count })
  }

  async function sendAgain(states: ('failed' | 'bounced' | 'uncertain')[], count: number, text: string) {
    const title = `Send it again to ${counted(count, 'person', 'people')}?`
    if (await ask({ title, text, action: 'Send again' }))
      again.mutate({ id, states, recipientIds: [], confirmedCount: count })
  }

  async function download() {
    const { fileName, csv } = await client.fetchQuery(readQuery(getMessageFile, { id }))
    const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = fileName
    link.click()
    // Firefox begins to read only after this turn.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }

  return (
    <>
      {status === 'sending' && (
        <Button isBusy={pause.isPending} onClick={() => pause.mutate({ id })}>
          Pause
        </Button>
      )}
      {status === 'paused' && maySend && (
        <Button variant="primary" isBusy={resume.isPending} onClick={() => void goOn()}>
          Go on
        </Button>
      )}
      {['preparing', 'sending', 'paused'].includes(status) && (
        <Button onClick={() => void end()}>Cancel the rest</Button>
      )}
      {failed > 0 && maySend && (
        <Button
          onClick={() => void sendAgain(['failed', 'bounced'], failed, 'Addresses that don’t work are left out.')}
        >
          Send again to {wholeNumber(failed)} who failed
        </Button>
      )}
      {counts.uncertain > 0 && maySend && (
        <Button
          onClick={() =>
            void sendAgain(['uncertain'], counts.uncertain, 'They may have got it. Then they get it twice.')
          }
        >
          Send again to {wholeNumber(counts.uncertain)} uncertain
        </Button>
      )}
      {may('export', message.clubId) && <Button onClick={() => void download()}>Export CSV</Button>}
      {dialog}
    </>
  )
}
