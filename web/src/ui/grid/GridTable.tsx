import type { Sort } from '@honbu/contract/grid.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useCallback, useRef } from 'react'
import { AppLink } from '../AppLink.tsx'
import { Button } from '../Button.tsx'
import { RowsInSteps } from '../InSteps.tsx'
import { Select } from '../Select.tsx'
import { useMedia } from '../use-media.ts'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import css from './DataGrid.module.css'
import { nextSort } from './grid-address.ts'
import { SelectionBox } from './SelectionBox.tsx'
import { between, type Selection } from './selection.ts'
import { useFixedWidths, usePieces } from './use-pieces.ts'

export interface Cell<Row> {
  readonly id: string
  /** Empty: a menu or a button, that needs no heading. It is read out as 'Actions'. */
  readonly title: string
  readonly sortField?: string
  readonly isNumber?: boolean
  /** On one line: a date. */
  readonly isShort?: boolean
  /** Several words, that are not to be squeezed. */
  readonly isLong?: boolean
  readonly cell: (row: Row) => ReactNode
}

interface Props<Row, Field extends string> {
  label: string
  cells: readonly Cell<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  rowTo?: ((row: Row) => string) | undefined
  sort: readonly Sort<Field>[]
  onSort: (sort: Sort<Field>[]) => void
  select?: RowSelection<Row> | undefined
}

/** How rows are ticked. */
export interface RowSelection<Row> {
  readonly selection: Selection
  /** What a row is ticked by; two rows of one member have the same. */
  readonly keyOf: (row: Row) => number
  /** Read out: 'Jane Smith'. */
  readonly nameOf: (row: Row) => string
}

/** The rows as a table; on a narrow screen each row is a card that says beside each value what it is. */
export function GridTable<Row, Field extends string>(props: Props<Row, Field>) {
  const { label, cells, rows, rowKey, rowTo, sort, onSort, select } = props
  const table = useRef<HTMLTableElement>(null)
  const { isLong, pieces, draw } = usePieces(table, rows)
  const widths = useFixedWidths(table, isLong, cells)
  const isNarrow = useMedia('(max-width: 640px)')
  // A table is laid out anew with each step, cards are not; and the height of a piece of a long one is that of all its rows.
  const step = isNarrow && !isLong ? 5 : 25
  const lastTicked = useRef<number | null>(null)
  const keys = select ? rows.map(select.keyOf) : []
  const headingKeys = [...(select ? ['ticks'] : []), ...cells.map(({ id }) => id)]

  const now = useRef({ keys, select })
  now.current = { keys, select }
  // The same function for ever, so that a row is drawn again only when it has changed.
  const tick = useCallback((key: number, isOn: boolean, isRange: boolean) => {
    const { keys, select } = now.current
    const from = lastTicked.current
    select?.selection.set(isRange && from !== null ? between(keys, from, key) : [key], isOn)
    lastTicked.current = key
  }, [])

  return (
    <div className={css.scroll}>
      {isNarrow && <SortBy cells={cells} sort={sort} onSort={onSort} />}
      <table
        ref={table}
        className={clsx(css.table, widths && css.fixed)}
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        onKeyDown={event => moveBetweenRows(event, draw)}
      >
        {widths && (
          <colgroup>
            {widths.map((width, index) => (
              <col key={headingKeys[index]} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            {select && (
              <th scope="col" className={css.ticks}>
                <SelectionBox
                  label="All on this page"
                  isOn={keys.length > 0 && keys.every(select.selection.has)}
                  isSome={keys.some(select.selection.has)}
                  onChange={isOn => select.selection.set(keys, isOn)}
                />
              </th>
            )}
            {cells.map(cell => (
              <Heading
                key={cell.id}
                cell={cell}
                dir={sort.find(each => each.field === cell.sortField)?.dir}
                // A cell's field is one of the columns.
                onSort={() => onSort(nextSort(sort, cell.sortField as Field))}
              />
            ))}
          </tr>
        </thead>
        {pieces.map(piece => (
          <tbody key={piece.from}>
            {piece.isDrawn ? (
              <RowsInSteps rows={piece.rows} step={step}>
                {(row, index) => (
                  <GridRow
                    key={rowKey(row)}
                    row={row}
                    place={isLong ? piece.from + index + 2 : undefined}
                    cells={cells}
                    to={rowTo?.(row)}
                    tickKey={select?.keyOf(row)}
                    name={select?.nameOf(row)}
                    isOn={select?.selection.has(select.keyOf(row)) ?? false}
                    onTick={tick}
                  />
                )}
              </RowsInSteps>
            ) : (
              <tr>
                <td colSpan={headingKeys.length} className={css.room} style={{ height: piece.height }} />
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

type SortByProps<Row, Field extends string> = Pick<Props<Row, Field>, 'cells' | 'sort' | 'onSort'>

/** On a narrow screen, in the place of the headings, which would stand in a line beyond its edge. */
function SortBy<Row, Field extends string>({ cells, sort, onSort }: SortByProps<Row, Field>) {
  const sortable = cells.filter(({ sortField }) => sortField !== undefined)
  const [first] = sort
  if (sortable.length === 0) return null
  // A cell's field is one of the columns.
  const by = (field: string, dir: 'asc' | 'desc') => onSort([{ field: field as Field, dir }])
  return (
    <div className={css.sortBy}>
      <Select
        label="Sort by"
        options={[
          ...(first ? [] : [{ value: '', text: '–' }]),
          ...sortable.map(({ sortField = '', title }) => ({ value: sortField, text: title })),
        ]}
        value={first?.field ?? ''}
        onChoose={field => by(field, 'asc')}
      />
      {first && (
        <Button variant="quiet" onClick={() => by(first.field, first.dir === 'asc' ? 'desc' : 'asc')}>
          {first.dir === 'asc' ? <IconArrowUp {...arrow} /> : <IconArrowDown {...arrow} />}
          {first.dir === 'asc' ? 'Ascending' : 'Descending'}
        </Button>
      )}
    </div>
  )
}

const arrow = { size: 16, 'aria-hidden': true } as const

interface RowProps<Row> {
  row: Row
  /** In a long table, which has not all of its rows: the 1 is that of the headings. */
  place: number | undefined
  cells: readonly Cell<Row>[]
  /** Where the first cell leads. */
  to: string | undefined
  /** What it is ticked by, and whose it is; undefined where rows are not ticked. */
  tickKey: number | undefined
  name: string | undefined
  isOn: boolean
  onTick: (key: number, isOn: boolean, isRange: boolean) => void
}

// `memo` forgets that the function is generic.
const GridRow = memo(function GridRow({ row, place, cells, to, tickKey, name = '', isOn, onTick }: RowProps<unknown>) {
  const [first] = cells
  return (
    <tr aria-rowindex={place}>
      {tickKey !== undefined && (
        <td className={css.ticks}>
          <SelectionBox label={name} isOn={isOn} onChange={(isOn, isRange) => onTick(tickKey, isOn, isRange)} />
        </td>
      )}
      {cells.map(cell => (
        <td
          key={cell.id}
          data-title={cell.title}
          className={clsx(
            cell.isNumber && css.number,
            cell.isShort && css.short,
            cell.isLong && css.long,
            cell === first && css.main,
          )}
        >
          {to !== undefined && cell === first ? (
            <AppLink to={to} className={css.open} data-row-link="">
              {cell.cell(row)}
            </AppLink>
          ) : (
            cell.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode

interface HeadingProps<Row> {
  cell: Cell<Row>
  dir: 'asc' | 'desc' | undefined
  onSort: () => void
}

function Heading<Row>({ cell, dir, onSort }: HeadingProps<Row>) {
  const { title, sortField, isNumber } = cell
  const Arrow = dir === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" className={clsx(isNumber && css.number)} aria-sort={dir && sortWords[dir]}>
      {sortField ? (
        <button type="button" className={css.heading} onPointerDown={keepPress} onClick={onSort}>
          {title}
          <Arrow size={16} aria-hidden="true" className={clsx(css.arrow, dir && css.sorted)} />
        </button>
      ) : (
        <span className={css.heading}>{title || <VisuallyHidden>Actions</VisuallyHidden>}</span>
      )}
    </th>
  )
}

/** Columns move when other rows arrive, and a press is lost if its heading isn't under the pointer when it ends. */
const keepPress = ({ currentTarget, pointerId }: PointerEvent<HTMLButtonElement>) =>
  currentTarget.setPointerCapture(pointerId)

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** Up and down between the rows' links, Home and End to the first and last; of pieces that are not drawn yet, too. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>, draw: (piece: number) => void) {
  const bodies = [...event.currentTarget.tBodies]
  const last = bodies.length - 1
  const linksOf = (piece: number) => {
    if (bodies[piece]) draw(piece)
    return [...(bodies[piece]?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  }
  // What is not a row's link is not found.
  const target = event.target as HTMLElement
  const piece = bodies.findIndex(body => body.contains(target))
  const links = linksOf(piece)
  const at = links.indexOf(target)
  if (at < 0) return
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => links[at + 1] ?? linksOf(piece + 1)[0],
    ArrowUp: () => links[at - 1] ?? linksOf(piece - 1).at(-1),
    Home: () => linksOf(0)[0],
    End: () => linksOf(last).at(-1),
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  step()?.focus()
}
