import { wholeNumber } from '@honbu/contract/format.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import people from './PeopleList.module.css'
import css from './TodayClasses.module.css'

interface Props<Row> {
  rows: readonly Row[]
  /** How many are shown at first, where there are more than a few others. */
  most: number
  /** A list item with its key. */
  children: (row: Row) => ReactNode
}

/** The first rows of a long list; the others when asked for. */
export function FirstRows<Row>({ rows, most, children }: Props<Row>) {
  const [isAsked, setAsked] = useState(false)
  const isWhole = isAsked || rows.length <= most + 5
  return (
    <>
      <ul className={css.list}>{(isWhole ? rows : rows.slice(0, most)).map(children)}</ul>
      {!isWhole && (
        <p className={people.more}>
          <Button variant="quiet" onClick={() => setAsked(true)}>
            Show all {wholeNumber(rows.length)}
          </Button>
        </p>
      )}
    </>
  )
}
