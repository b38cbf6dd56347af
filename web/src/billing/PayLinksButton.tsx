import { getDebtors } from '@honbu/contract/debt.ts'
import { counted } from '@honbu/contract/format.ts'
import { sendPayLink } from '@honbu/contract/paying.ts'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal, readKey, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import type { Selection } from '../ui/grid/selection.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Debt.module.css'

interface Props {
  clubId: number
  selection: Selection
  /** The names of the members on this page, by id. */
  names: ReadonlyMap<number, string>
}

/** Sends those selected a link to pay all that they owe: by email, or by text where there's no address. */
export function PayLinksButton({ clubId, selection, names }: Props) {
  const client = useQueryClient()
  const send = useWrite(sendPayLink)
  const { ask, dialog } = useConfirm()
  const [done, setDone] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const members = [...selection.keys]
  const many = members.length === 1 ? '1 member' : `${members.length} members`

  async function sendTo(memberId: number): Promise<string | null> {
    const link = { id: memberId, clubId, purpose: 'pay', transactionId: null } as const
    const byEmail = await send.mutateAsync({ ...link, sendBy: 'email' })
    if (!isRefusal(byEmail)) return null
    // Only where the address is what's missing.
    const bySms = byEmail.fields?.sendBy ? await send.mutateAsync({ ...link, sendBy: 'sms' }) : byEmail
    return isRefusal(bySms) ? `${names.get(memberId) ?? 'A member'}: ${byEmail.message}` : null
  }

  async function press() {
    const yes = await ask({
      title: `Send a pay link to ${many}?`,
      text: 'Each gets a link to pay what they owe this club, by email or else by text.',
      action: `Send ${members.length === 1 ? 'pay link' : `${members.length} pay links`}`,
    })
    if (!yes) return
    const problems: string[] = []
    const failed: number[] = []
    for (const [index, memberId] of members.entries()) {
      setDone(index)
      const problem = await sendTo(memberId)
      if (problem) {
        problems.push(problem)
        failed.push(memberId)
      }
    }
    setDone(null)
    // The list says when each was last chased.
    void client.invalidateQueries({ queryKey: readKey(getDebtors) })
    setRefused(problems)
    const sent = members.filter(id => !failed.includes(id))
    // Those left out stay selected.
    selection.set(sent, false)
    if (sent.length > 0) showToast({ message: `${counted(sent.length, 'pay link')} sent` })
  }

  return (
    <div className={css.bar}>
      <Button variant="primary" isBusy={done !== null} onClick={() => void press()}>
        <IconSend size={18} aria-hidden="true" />
        {done === null ? `Send pay link to ${members.length}` : `Sending ${done + 1} of ${members.length}`}
      </Button>
      {refused.length > 0 && (
        <ul className={css.refused} role="alert">
          {refused.map(problem => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {dialog}
    </div>
  )
}
