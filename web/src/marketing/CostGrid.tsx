import type { Output } from '@honbu/contract/endpoint.ts'
import { getMarketing, getMarketingCosts, saveMarketingCosts } from '@honbu/contract/marketing.ts'
import { commaProblem } from '@honbu/contract/written-number.ts'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { readMoney, writeMoney } from '../ui/form/read-text.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Marketing.module.css'
import type { Period } from './marketing-address.ts'
import { monthText } from './marketing-texts.ts'
import { Sources } from './Sources.tsx'

/** What the club itself paid, source by source and month by month. */
export function CostGrid({ clubId, period }: { clubId: number; period: Period }) {
  const answer = useRead(getMarketingCosts, { id: clubId, ...period })
  if (answer.error && !answer.data)
    return (
      <ErrorState title="The costs could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!answer.data) return <SkeletonRows count={6} height="48px" />
  return (
    <>
      <Panel title={`What ${answer.data.clubName} paid`}>
        <Cells key={`${clubId} ${answer.data.months[0]} ${answer.data.months.length}`} costs={answer.data} />
      </Panel>
      <Sources clubId={clubId} isAdmin={answer.data.isAdmin} />
    </>
  )
}

type Costs = Output<typeof getMarketingCosts>

function Cells({ costs }: { costs: Costs }) {
  const { clubId, isAdmin, months, sources } = costs
  /** What has been typed and not been saved, by source and month. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const save = useWrite(saveMarketingCosts, { invalidates: [getMarketing, getMarketingCosts] })
  const [problem, setProblem] = useState('')
  const stored = new Map<string, number>(
    sources.flatMap(({ id, costs: own }) => own.map(({ month, amount }) => [`${id} ${month}`, amount] as const)),
  )
  const changes = sources.flatMap(({ id, name }) =>
    months.flatMap(month => {
      const key = `${id} ${month}`
      const text = typed[key]
      if (text === undefined) return []
      const amount = text.trim() === '' ? 0 : readMoney(text)
      const was = stored.get(key) ?? 0
      return amount === was ? [] : [{ key, name, sourceId: id, month, amount, was }]
    }),
  )
  const wrong = changes.filter(({ amount }) => amount === undefined || amount < 0 || amount > 1_000_000)

  async function press() {
    const [first] = wrong
    if (first) {
      const problem = commaProblem(typed[first.key] ?? '', 2) ?? 'give an amount in pounds, such as 120 or 49.99.'
      setProblem(`${first.name}, ${monthText(first.month)}: ${problem}`)
      return
    }
    const entries = changes.map(({ sourceId, month, amount = 0, was }) => ({ sourceId, month, amount, was }))
    const result = await save.mutateAsync({ id: clubId, costs: entries })
    if (isRefusal(result)) {
      setProblem(result.message)
      return
    }
    setProblem('')
    setTyped({})
    showToast({ message: 'The costs are saved.' })
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is moved sideways by the keyboard too */}
      <section className={css.scroll} aria-label="Costs by month" tabIndex={0}>
        <table className={css.table} aria-label="Costs in pounds">
          <thead>
            <tr>
              <th scope="col">Source</th>
              {months.map(month => (
                <th key={month} scope="col" className={css.number}>
                  {monthText(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map(({ id, name }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {months.map(month => {
                  const key = `${id} ${month}`
                  const amount = stored.get(key)
                  const shown = amount === undefined ? '' : writeMoney(amount)
                  return (
                    <td key={month} className={css.number}>
                      {isAdmin ? (
                        <input
                          className={css.amount}
                          inputMode="decimal"
                          aria-label={`${name}, ${monthText(month)}, in pounds`}
                          aria-invalid={wrong.some(each => each.key === key) || undefined}
                          value={typed[key] ?? shown}
                          onChange={event => setTyped(now => ({ ...now, [key]: event.target.value }))}
                        />
                      ) : (
                        shown || '–'
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isAdmin ? (
        <div className={css.save}>
          <Button variant="primary" disabled={changes.length === 0 || save.isPending} onClick={() => void press()}>
            Save costs
          </Button>
          {changes.length > 0 && (
            <span className={css.soft}>
              {changes.length === 1 ? '1 change is' : `${changes.length} changes are`} not saved.
            </span>
          )}
          <span role="alert" className={css.problem}>
            {problem}
          </span>
        </div>
      ) : (
        <p className={css.soft}>Admins of the club write them down.</p>
      )}
    </>
  )
}
