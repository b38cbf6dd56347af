import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { type getPriceChangePreview, type PriceChangeFields, savePriceChange } from '@honbu/contract/price-changes.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Plans.module.css'
import { planAddress } from './plan-address.ts'
import { frequencyText, membersText, type Plan } from './plan-texts.ts'

interface Props {
  plan: Plan
  clubId: number
  values: z.infer<typeof PriceChangeFields>
  /** Of the preview; empty: none. */
  filter: string
  /** Memberships; null: all that change. */
  chosen: readonly number[] | null
  totals: Output<typeof getPriceChangePreview>
  onClose: () => void
}

/** The last question: what becomes of it, and who is written to. */
export function PriceChangeDialog({ plan, clubId, values, filter, chosen, totals, onClose }: Props) {
  const navigate = useNavigate()
  const save = useWrite(savePriceChange)
  const [refusal, setRefusal] = useState('')
  async function confirm() {
    const clubMemberIds = chosen === null ? null : [...chosen]
    const result = await save.mutateAsync({
      id: plan.planId,
      clubId,
      ...values,
      ...(filter && { filter }),
      clubMemberIds,
    })
    if (isRefusal(result)) return setRefusal(result.message)
    onClose()
    const { members, notTold } = result
    showToast({
      message: `The price changes for ${membersText(members)}${notTold > 0 ? `; ${notTold} cannot be told by e-mail` : ''}.`,
    })
    await navigate({ to: planAddress(clubId, plan.planId) as '/' })
  }
  const who = membersText(chosen?.length ?? totals.changing)
  return (
    <Dialog
      title={`Change the price for ${who}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isBusy={save.isPending} onClick={() => void confirm()}>
            Change and tell them
          </Button>
          <Button onClick={onClose} data-autofocus="">
            Cancel
          </Button>
        </>
      }
    >
      <div className={css.words}>
        <p>
          “{plan.name}” costs them {currency(values.subPrice)} {frequencyText(values.subFrequencyId)} from their first
          payment on or after {longDate(values.from)}; by direct debit not before {longDate(totals.earliestDebit)}.
        </p>
        {totals.ownPriced > 0 && chosen === null && (
          <p>
            {values.withOwnPriced
              ? `${totals.ownPriced === 1 ? 'One of them pays' : `${totals.ownPriced} of them pay`} a price of their own now, and will pay the new one too.`
              : `${membersText(totals.ownPriced)} with a price of their own ${totals.ownPriced === 1 ? 'keeps' : 'keep'} it.`}
          </p>
        )}
        <p>Each is written to now, or the guardian of a child. Until it is charged, it can be taken back.</p>
        {totals.notTold > 0 && chosen === null && (
          <p>{membersText(totals.notTold)} without an e-mail address should be told in another way.</p>
        )}
        <p role="alert" className={css.problem}>
          {refusal}
        </p>
      </div>
    </Dialog>
  )
}
