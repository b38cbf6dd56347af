import { sendFamilyDDInvite } from '@honbu/contract/collections.ts'
import { IconBuildingBank, IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { inWords } from '../people/person-name.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Joining.module.css'

const SetUpDialog = lazy(() => import('../collections/SetUpDialog.tsx').then(m => ({ default: m.SetUpDialog })))

export interface JoinedMember {
  readonly memberId: number
  readonly name: string
}

interface Props {
  clubId: number
  /** Those who pay by Direct Debit. */
  members: readonly JoinedMember[]
  onClose: () => void
}

/** Someone who joins by Direct Debit sets it up now, or gets the link: one letter for the family. */
export function JoinedDialog({ clubId, members, onClose }: Props) {
  const send = useWrite(sendFamilyDDInvite)
  const [settingUp, setSettingUp] = useState<number | null>(null)
  const [refusal, setRefusal] = useState('')
  const several = members.length > 1

  async function press() {
    const result = await send.mutateAsync({ clubId, memberIds: members.map(({ memberId }) => memberId) })
    if (isRefusal(result)) return setRefusal(result.message)
    const [missed] = result.notInvited
    if (missed) return setRefusal(`We can’t email ${missed.memberName}: ${missed.why.toLowerCase()}.`)
    showToast({
      message: result.letters === 1 ? 'Direct Debit link sent' : `${result.letters} Direct Debit links sent`,
    })
    onClose()
  }

  if (settingUp !== null)
    return (
      <Suspense>
        <SetUpDialog memberId={settingUp} clubId={clubId} onClose={() => setSettingUp(null)} />
      </Suspense>
    )
  return (
    <Dialog
      title="Set up the Direct Debit"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Later
        </Button>
      }
    >
      <div className={css.stack}>
        <p className={css.price}>
          {inWords(members.map(({ name }) => name))} {several ? 'pay' : 'pays'} by Direct Debit.
          {several && ' One email has a link for each of them.'}
        </p>
        {refusal && <p role="alert">{refusal}</p>}
        <div className={css.buttons}>
          <Button variant="primary" isBusy={send.isPending} onClick={() => void press()}>
            <IconMail size={18} aria-hidden="true" />
            Send the link
          </Button>
          {members.map(({ memberId, name }) => (
            <Button key={memberId} onClick={() => setSettingUp(memberId)}>
              <IconBuildingBank size={18} aria-hidden="true" />
              {several ? `Set up ${name}’s now` : 'Set up now'}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
