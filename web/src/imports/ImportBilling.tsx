import { addMonths } from '@honbu/contract/calendar.ts'
import { leftOutReasons } from '@honbu/contract/charging.ts'
import { counted, currency, longDate } from '@honbu/contract/format.ts'
import { checkImport, getImportFile, type ImportTerms } from '@honbu/contract/imports.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './ImportBilling.module.css'
import type { Import } from './import.ts'
import { Pick } from './Pick.tsx'

type Billing = NonNullable<Import['billing']>
type LeftOut = Billing['leftOut'][number]

/** What the members of a file would be charged, and who wouldn’t be, with a fix for all of them. */
export function ImportBilling({ batch, billing }: { batch: Import; billing: Billing }) {
  const { members, amount, firstOn, leftOut } = billing
  const missing = leftOut.reduce((sum, each) => sum + each.members, 0)
  if (members + missing === 0) return null
  return (
    <Panel title="Billing">
      <p className={css.sentence}>
        {firstOn === null ? (
          <strong>No one will be billed.</strong>
        ) : (
          <>
            <strong>{counted(members, 'member')} will be billed</strong>, first on {longDate(firstOn)}.{' '}
            {members === 1 ? 'The first charge is' : 'Their first charges come to'} {currency(amount)}.
          </>
        )}
        {missing > 0 && ` ${counted(missing, 'current member')} won’t be:`}
      </p>
      {missing > 0 && (
        <ul className={css.reasons}>
          {leftOut.map(each => (
            <Reason key={each.reason} batch={batch} leftOut={each} today={billing.today} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Reason({ batch, leftOut, today }: { batch: Import; leftOut: LeftOut; today: string }) {
  const { reason, members, names } = leftOut
  const more = members - names.length
  return (
    <li className={css.reason}>
      <div className={css.words}>
        <strong>
          {members}: {reason === 'noPlan' ? 'No plan is chosen' : leftOutReasons[reason]}
        </strong>
        <span className={css.names}>
          {names.join(', ')}
          {more > 0 && ` and ${more} more`}
        </span>
      </div>
      <Fix batch={batch} leftOut={leftOut} today={today} />
    </li>
  )
}

/** The reasons that one choice for everyone settles. */
const fixes = {
  noMethod: { label: 'Way to pay', field: 'paymentMethodId', of: 'paymentMethod' },
  noFrequency: { label: 'How often it is paid', field: 'subFrequencyId', of: 'frequency' },
  noPlan: { label: 'Plan', field: 'trainingPlanId', of: 'plan' },
} as const

const isFixed = (reason: LeftOut['reason']): reason is keyof typeof fixes => reason in fixes

function Fix({ batch, leftOut: { reason, members }, today }: { batch: Import; leftOut: LeftOut; today: string }) {
  const { importId, mapping, hasFile } = batch
  const file = useRead(getImportFile, { id: importId }, { enabled: hasFile && isFixed(reason), staleTime: 60_000 })
  const check = useWrite(checkImport)
  const [chosen, setChosen] = useState('')
  const [day, setDay] = useState(() => addMonths(`${today.slice(0, 8)}01`, 1))
  const apply = (terms: Partial<ImportTerms>) =>
    check.mutate({ id: importId, ...mapping, terms: { ...mapping.terms, ...terms } })
  const button = (isReady: boolean, terms: () => Partial<ImportTerms>) => (
    <Button isBusy={check.isPending} disabled={!isReady} onClick={() => apply(terms())}>
      Set for {members === 1 ? 'this member' : `all ${members}`}
    </Button>
  )
  if (reason === 'noNextPayment')
    return (
      <div className={css.fix}>
        <DatePicker label="First payment" value={day} today={today} onChoose={setDay} />
        {button(true, () => ({ nextPayment: day }))}
      </div>
    )
  if (reason === 'noPrice') return <p className={css.hint}>Give their plan a price, or match the price column.</p>
  if (!isFixed(reason)) return null
  const { label, field, of } = fixes[reason]
  const options = file.data?.choices[of] ?? []
  return (
    <div className={css.fix}>
      <Pick
        label={label}
        options={[
          { value: '', text: 'Choose…' },
          ...options.map(({ id, name }) => ({ value: String(id), text: name })),
        ]}
        value={chosen}
        isOpen={chosen === ''}
        onPick={setChosen}
      />
      {button(chosen !== '', () => ({ [field]: Number(chosen) }))}
    </div>
  )
}
