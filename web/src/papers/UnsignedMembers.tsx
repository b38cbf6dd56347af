import { getUnsignedMembers, sendDocumentsToMembers } from '@honbu/contract/papers.ts'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './DocumentsPanel.module.css'

const UnsignedList = lazy(() => import('./UnsignedList.tsx').then(m => ({ default: m.UnsignedList })))

/** How many have not signed what is required, who they are, and one button that asks all of them. */
export function UnsignedMembers({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const { search, setSearch } = useAddress()
  const isOpen = search.unsigned === '1'
  const answer = useRead(getUnsignedMembers, { clubId, page: 1, pageSize: 1 })
  const send = useWrite(sendDocumentsToMembers)
  const { ask, dialog } = useConfirm()
  const total = answer.data?.total ?? 0

  async function pressSend() {
    const yes = await ask({
      title: 'Send everybody a link?',
      text: 'Each member who has not signed, or a guardian, gets one e-mail with a link to what is missing. Who was asked in the last seven days is left in peace.',
      action: 'Send links',
    })
    if (!yes) return
    const result = await send.mutateAsync({ clubId })
    if (isRefusal(result)) return void showToast({ message: result.message, tone: 'bad' })
    showToast({ message: sentText(result) })
  }

  return (
    <Panel
      id="unsigned"
      title="Who has not signed"
      aside={
        total > 0 && (
          <span className={css.buttons}>
            <Button
              aria-expanded={isOpen}
              onClick={() => setSearch({ unsigned: isOpen ? undefined : '1', page: undefined, filter: undefined })}
            >
              {isOpen ? 'Hide them' : 'Show them'}
            </Button>
            {isAdmin && (
              <Button onClick={() => void pressSend()} isBusy={send.isPending}>
                <IconMail size={18} aria-hidden="true" />
                Ask all by e-mail
              </Button>
            )}
          </span>
        )
      }
    >
      {answer.error && !answer.data && (
        <ErrorState title="They could not be counted." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!answer.data && !answer.error && <SkeletonRows count={1} height="1.5rem" />}
      {answer.data && <p className={css.count}>{countText(total)}</p>}
      {isOpen && total > 0 && (
        <Suspense fallback={<SkeletonRows count={6} height="44px" />}>
          <UnsignedList clubId={clubId} />
        </Suspense>
      )}
      {dialog}
    </Panel>
  )
}

function countText(total: number): string {
  if (total === 0) return 'Every active member and prospect has signed what is required.'
  return total === 1
    ? '1 member or prospect has not signed all that is required.'
    : `${total} members and prospects have not signed all that is required.`
}

interface Sent {
  readonly sent: number
  readonly withoutAddress: number
  readonly askedLately: number
}

function sentText({ sent, withoutAddress, askedLately }: Sent): string {
  const parts = [
    `${sent} ${sent === 1 ? 'e-mail is' : 'e-mails are'} on the way.`,
    withoutAddress > 0 && `${withoutAddress} without an address: ask on the screen.`,
    askedLately > 0 && `${askedLately} asked in the last seven days.`,
  ]
  return parts.filter(Boolean).join(' ')
}
