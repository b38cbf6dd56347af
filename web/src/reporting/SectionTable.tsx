import { cellWords } from '@honbu/contract/report-words.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import { type CSSProperties, useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { SideScroll } from '../ui/SideScroll.tsx'
import { listSearch, reportAddress } from './report-address.ts'
import css from './Section.module.css'
import {
  type Cell,
  type Column,
  isNumeric,
  nextSort,
  type Report,
  type Row,
  readSort,
  type Section,
  shadesOf,
  sorted,
} from './section.ts'

/** Rows that are shown at first; printed are all. */
const mostAtOnce = 25

interface Props {
  report: Report
  section: Section
  /** Those of the report, as they are asked for. */
  clubIds: number[] | undefined
}

/** A section as the table that it is: sorted by its headings, its numbers open what they count, and shaded for a heat table. */
export function SectionTable({ report, section, clubIds }: Props) {
  const { search, setSearch } = useAddress()
  const [isWhole, setWhole] = useState(section.rows.length <= mostAtOnce + 5)
  const sortName = `sort-${section.key}`
  const sort = readSort(search[sortName], section.columns)
  const isHeat = section.draw === 'heat'
  const shade = isHeat ? shadesOf(section) : () => null

  function cell(row: Row, value: Cell, column: Column) {
    const words = cellWords(column.unit, value)
    if (!column.list || typeof value !== 'number' || value === 0) return words
    const { clubId, from = report.from, until = report.until, group } = row.where ?? {}
    const days = { from, until }
    const of = cellWords(section.columns[0]?.unit ?? 'text', row.cells[0] ?? null)
    const what = { list: column.list, days, clubIds: clubId === undefined ? clubIds : [clubId], group, of }
    return (
      <AppLink
        to={reportAddress(report.tab)}
        search={listSearch(what, search)}
        aria-label={`${words}: ${of}, ${column.title}`}
      >
        {words}
      </AppLink>
    )
  }

  return (
    <SideScroll label={`${section.title}: table`}>
      <table className={css.table}>
        <thead>
          <tr>
            {section.columns.map((column, at) => (
              <Heading
                key={column.key}
                column={column}
                isNumber={at > 0 && isNumeric(column.unit)}
                isHeat={isHeat && column.isDrawn}
                dir={sort?.key === column.key ? sort.dir : undefined}
                onSort={() => setSearch({ [sortName]: nextSort(sort, column) })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(section, sort).map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name
            <tr key={`${row.cells[0]}-${place}`} className={clsx(!isWhole && place >= mostAtOnce && css.more)}>
              {section.columns.map((column, at) => {
                const value = row.cells[at] ?? null
                if (at === 0)
                  return (
                    <th key={column.key} scope="row">
                      {cellWords(column.unit, value)}
                    </th>
                  )
                return (
                  <td
                    key={column.key}
                    className={clsx(
                      isNumeric(column.unit) ? css.number : css.text,
                      isHeat && column.isDrawn && css.heat,
                    )}
                    style={shadeStyle(shade(value, at))}
                  >
                    {cell(row, value, column)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {section.total && (
          <tfoot>
            <tr>
              {section.columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} scope="row">
                    {cellWords('text', section.total?.[0] ?? 'All')}
                  </th>
                ) : (
                  <td key={column.key} className={clsx(isNumeric(column.unit) && css.number)}>
                    {section.total?.[at] === null ? '' : cellWords(column.unit, section.total?.[at] ?? null)}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
      {!isWhole && (
        <div className={css.foot}>
          <Button variant="quiet" onClick={() => setWhole(true)}>
            Show all {section.rows.length}
          </Button>
        </div>
      )}
    </SideScroll>
  )
}

/** At most so strong that what is written in it can still be read. */
const shadeStyle = (shade: number | null): CSSProperties | undefined =>
  shade === null
    ? undefined
    : { background: `color-mix(in srgb, var(--accent) ${Math.round(shade * 38)}%, var(--surface))` }

interface HeadingProps {
  column: Column
  isNumber: boolean
  isHeat: boolean
  dir: 'asc' | 'desc' | undefined
  onSort: () => void
}

function Heading({ column, isNumber, isHeat, dir, onSort }: HeadingProps) {
  const Arrow = dir === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={clsx(isNumber && css.number, isHeat && css.heat)}
      aria-sort={dir && (dir === 'asc' ? 'ascending' : 'descending')}
    >
      <button type="button" className={css.sort} onClick={onSort}>
        {column.title}
        <Arrow size={16} aria-hidden="true" className={clsx(css.arrow, dir && css.sorted)} />
      </button>
    </th>
  )
}
