import { wholeNumber } from '@honbu/contract/format.ts'
import type { Filter } from '@honbu/contract/grid.ts'
import { leadSteps } from '@honbu/contract/marketing.ts'
import { useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import type { SearchValues } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import css from './Marketing.module.css'
import { atLeast, marketingAddress } from './marketing-address.ts'
import { share } from './marketing-texts.ts'

interface StepsRow {
  readonly key: string
  readonly name: string
  readonly enquiries: number
  readonly prospects: number
  readonly trials: number
  readonly joins: number
  readonly clubId: number
  /** The list of those who got as far as this, as parameters of the address. */
  readonly search: (step: Filter) => SearchValues
  readonly more?: readonly string[]
  /** The figures of this row alone, as parameters of the address. */
  readonly alone?: SearchValues | undefined
}

interface Props {
  label: string
  /** What the rows are. */
  title: string
  rows: readonly StepsRow[]
  moreTitles?: readonly string[]
  /** All rows at once, as they are in the order of time. */
  isWhole?: boolean
}

/** The rest is a press away; of a few more than these all are shown. */
const mostAtFirst = 15

/** The steps of a cohort, group by group; each figure opens the list of its people. */
export function StepsTable({ label, title, rows, moreTitles = [], isWhole = false }: Props) {
  const [isAll, setAll] = useState(false)
  const shown = isAll || isWhole || rows.length <= mostAtFirst + 5 ? rows : rows.slice(0, mostAtFirst)
  if (rows.length === 0) return <EmptyState title="Nobody came in these months">Choose other months above.</EmptyState>
  return (
    <>
      <div className={css.scroll}>
        <table className={css.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {leadSteps.map(([step, name]) => (
                <th key={step} scope="col" className={css.number}>
                  {name}
                </th>
              ))}
              <th scope="col" className={css.number}>
                Joined of all
              </th>
              {moreTitles.map(each => (
                <th key={each} scope="col" className={css.number}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <tr key={row.key}>
                <th scope="row">
                  {row.alone ? (
                    <AppLink to={marketingAddress(row.clubId)} search={row.alone}>
                      {row.name}
                    </AppLink>
                  ) : (
                    row.name
                  )}
                </th>
                {[row.enquiries, row.prospects, row.trials, row.joins].map((count, index) => {
                  const [step, name] = leadSteps[index] ?? leadSteps[0]
                  return (
                    <td key={step} className={css.number}>
                      {count === 0 ? (
                        '0'
                      ) : (
                        <AppLink
                          to={marketingAddress(row.clubId)}
                          search={row.search(atLeast('step', step))}
                          aria-label={`${row.name}, ${name}: ${wholeNumber(count)}`}
                        >
                          {wholeNumber(count)}
                        </AppLink>
                      )}
                    </td>
                  )
                })}
                <td className={css.number}>{share(row.joins, row.enquiries)}</td>
                {row.more?.map((text, index) => (
                  <td key={moreTitles[index]} className={css.number}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          Show all {rows.length}
        </Button>
      )}
    </>
  )
}
