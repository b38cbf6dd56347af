import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { oneOf, useAddress } from '../ui/address.ts'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './BeltOrder.module.css'
import { BeltSize } from './BeltSize.tsx'
import { beltsFor, type OrderFor, orderCsv, orderFor, totalled } from './belt-order.ts'
import { type GradingDayData, gradesById } from './candidates.ts'
import type { Entries } from './entries.ts'

const names: Readonly<Record<OrderFor, string>> = {
  passed: 'Who passed',
  ready: 'Who is ready',
  all: 'Everyone on the list',
}

/** How many belts of which colour and size, and who gets which. */
export function BeltOrder({ data, entries }: { data: GradingDayData; entries: Entries }) {
  const { search, setSearch } = useAddress()
  const hasPassed = data.candidates.some(({ result }) => result?.passed)
  // Before the day nobody has passed: the order goes by who is ready.
  const whom = search.whom === undefined && !hasPassed ? 'ready' : oneOf(orderFor, search.whom)
  const grades = gradesById(data.disciplines)
  const belts = beltsFor({ rows: data.candidates, entries, grades, whom })
  const order = totalled(belts, grades)
  return (
    <div className={css.order}>
      <div className={css.tools}>
        <Segmented
          label="Belts for"
          options={orderFor.map(value => ({ value, text: names[value] }))}
          value={whom}
          onChoose={value => setSearch({ whom: value })}
        />
        {belts.length > 0 && (
          <div className={css.actions}>
            <Button
              onClick={async () => {
                try {
                  await navigator.clipboard.writeText(orderCsv(order))
                  showToast({ message: 'The order is copied as CSV.' })
                } catch {
                  showToast({ tone: 'bad', message: 'The browser does not let this page copy.' })
                }
              }}
            >
              <IconCopy size={18} aria-hidden="true" />
              Copy as CSV
            </Button>
            <Button onClick={() => window.print()}>
              <IconPrinter size={18} aria-hidden="true" />
              Print
            </Button>
          </div>
        )}
      </div>
      {belts.length === 0 ? (
        <EmptyState title="No belts to order.">
          {whom === 'passed'
            ? 'Nobody has passed to a new belt yet. Before the day, look at who is ready.'
            : 'Nobody here goes to a new belt.'}
        </EmptyState>
      ) : (
        <>
          <Panel
            title={`${belts.length === 1 ? '1 belt' : `${belts.length} belts`} to order: ${names[whom].toLowerCase()}`}
            flush
          >
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">Belt</th>
                  <th scope="col">Sizes</th>
                  <th scope="col" className={css.number}>
                    Number
                  </th>
                </tr>
              </thead>
              <tbody>
                {order.map(({ look, grade, gradeNames, sizes, total }) => (
                  <tr key={look}>
                    <th scope="row">
                      <Belt belt={{ ...grade.belt, gradeName: gradeNames.join(', ') }} />
                    </th>
                    <td>
                      <ul className={css.sizes}>
                        {sizes.map(({ size, count }) => (
                          <li key={size} className={size === '' ? css.unknown : undefined}>
                            <span>{size === '' ? 'Size not known' : `Size ${size}`}</span>
                            <strong>× {count}</strong>
                          </li>
                        ))}
                      </ul>
                    </td>
                    <td className={css.number}>{total}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
          <Panel title="Who gets which" flush>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">Member</th>
                  <th scope="col">Belt</th>
                  <th scope="col">Size</th>
                </tr>
              </thead>
              <tbody>
                {belts.map(({ key, memberId, name, size, grade }) => (
                  <tr key={key}>
                    <th scope="row">{name}</th>
                    <td>
                      <Belt belt={grade.belt} />
                    </td>
                    <td>
                      <BeltSize memberId={memberId} name={name} size={size} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
        </>
      )}
    </div>
  )
}
