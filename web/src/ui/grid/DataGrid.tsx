import type { Endpoint, Input } from '@honbu/contract/endpoint.ts'
import { type Columns, type FieldOf, printGrid } from '@honbu/contract/grid.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../app/api.ts'
import { ErrorState } from '../ErrorState.tsx'
import { SkeletonRows } from '../Skeleton.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import css from './DataGrid.module.css'
import { GridPages } from './GridPages.tsx'
import { type Cell, GridTable } from './GridTable.tsx'
import { GridTools } from './GridTools.tsx'
import { useGridAddress } from './grid-address.ts'
import { readHidden, writeHidden } from './hidden-columns.ts'
import { plainCell } from './plain-cell.ts'

type GridEndpoint<I, Row> = Endpoint<'read', I, { data: Row[]; total: number }>

interface Props<I, Row, C extends Columns> {
  /** Read out: 'Rooms and venues'. */
  label: string
  /** Under which the choice of columns is kept on this device. */
  name: string
  call: GridEndpoint<I, Row>
  /** What the call takes beside the page, sort and filter. */
  input: Omit<NoInfer<I>, 'page' | 'pageSize' | 'sort' | 'filter'>
  /** The contract's declaration: what can be filtered and sorted by. */
  columns: C
  /** How a column is shown; one that is missing is shown as plain text. `false`: only for filters. */
  cells?: { readonly [Field in FieldOf<C>]?: ((row: NoInfer<Row>) => ReactNode) | false }
  /** Columns that cannot be sorted by, after the others: actions, for example. */
  extra?: readonly Cell<NoInfer<Row>>[]
  /** Not shown until chosen. */
  hidden?: readonly FieldOf<C>[]
  rowKey: (row: NoInfer<Row>) => number | string
  /** Where the first cell of a row leads. */
  rowTo?: (row: NoInfer<Row>) => string
  /** Shown when there is nothing, and no filter either. */
  empty: ReactNode
  /** Beside the tools: "New room". */
  actions?: ReactNode
}

/**
 * Rows of the server, a page at a time. Page, sort and filter stand in the address, so that a link, a reload and the
 * browser's back show the same rows; which columns are shown is kept on the device.
 */
export function DataGrid<I, Row extends object, C extends Columns>(props: Props<I, Row, C>) {
  const { label, name, call, input, columns, cells, extra = [], hidden = [], rowKey, rowTo, empty, actions } = props
  const { state, change } = useGridAddress(columns)
  const [hiddenNow, setHidden] = useState<readonly string[]>(() => readHidden(name) ?? hidden)
  // The compiler can neither put an Omit together again nor follow an endpoint's output through its kind.
  const question = { ...input, ...printGrid(state) } as Input<typeof call>
  const answer = useRead(call, question, { placeholderData: keepPreviousData })
  const page = answer.data as { data: Row[]; total: number } | undefined

  const fields = (Object.keys(columns) as FieldOf<C>[]).filter(field => cells?.[field] !== false)
  const all: readonly Cell<Row>[] = [...fields.map(field => columnCell(columns, field, cells?.[field])), ...extra]
  const shown = all.filter(cell => !hiddenNow.includes(cell.id))
  const isFiltered = state.filter !== null

  if (page?.total === 0 && !isFiltered && !answer.isPlaceholderData) {
    return (
      <div className={css.grid}>
        {actions && <div className={css.tools}>{actions}</div>}
        {empty}
      </div>
    )
  }
  return (
    <section className={css.grid} aria-label={label} aria-busy={answer.isPlaceholderData || undefined}>
      <GridTools
        columns={columns}
        filter={state.filter}
        onFilter={filter => change({ filter })}
        choices={all.map(({ id, title }) => ({ id, title, isShown: !hiddenNow.includes(id) }))}
        onShow={(id, isShown) => {
          const next = isShown ? hiddenNow.filter(each => each !== id) : [...hiddenNow, id]
          setHidden(next)
          writeHidden(name, next)
        }}
        actions={actions}
      />
      {answer.error && (
        <ErrorState
          title={page ? `${label}: this is not up to date.` : `${label} could not be loaded.`}
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!page && !answer.error && (
        <div aria-busy="true">
          <VisuallyHidden>Loading...</VisuallyHidden>
          <SkeletonRows count={8} height="44px" />
        </div>
      )}
      {page && (
        <>
          <GridTable
            label={label}
            cells={shown}
            rows={page.data}
            rowKey={rowKey}
            rowTo={rowTo}
            sort={state.sort}
            onSort={sort => change({ sort })}
          />
          {page.total === 0 && <p className={css.nothing}>Nothing fits this filter.</p>}
          <GridPages page={state.page} pageSize={state.pageSize} total={page.total} onChange={change} />
        </>
      )}
    </section>
  )
}

function columnCell<Row extends object, C extends Columns>(
  columns: C,
  field: FieldOf<C>,
  shown: ((row: Row) => ReactNode) | false | undefined,
): Cell<Row> {
  const column = columns[field] ?? { type: 'string', title: field }
  const value = (row: Row) => plainCell(column, (row as Readonly<Record<string, unknown>>)[field])
  const isNumber = column.type === 'number' && !column.choices
  return { id: field, title: column.title, sortField: field, isNumber, cell: shown || value }
}
