import type { Endpoint, Input } from '@honbu/contract/endpoint.ts'
import { type Columns, type FieldOf, type Filter, printGrid, type Sort } from '@honbu/contract/grid.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useRead } from '../../app/api.ts'
import { ErrorState } from '../ErrorState.tsx'
import { InSteps } from '../InSteps.tsx'
import { SkeletonRows } from '../Skeleton.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import css from './DataGrid.module.css'
import { GridColumns } from './GridColumns.tsx'
import { GridPages } from './GridPages.tsx'
import { type Cell, GridTable, type RowSelection } from './GridTable.tsx'
import { GridTools } from './GridTools.tsx'
import { useGridAddress } from './grid-address.ts'
import { plainCell } from './plain-cell.ts'
import { useShownColumns } from './shown-columns.ts'

/** `isTotalMore`: there are more than were counted. */
type GridAnswer<Row> = { data: Row[]; total: number; isTotalMore?: boolean }
type GridEndpoint<I, Row> = Endpoint<'read', I, GridAnswer<Row>>

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
  /**
   * How a column is shown; one that is missing is shown as plain text. `false`: only for filters. In a grid of many rows
   * the same object each time, as `extra` too, or every row is drawn again with each press.
   */
  cells?: { readonly [Field in FieldOf<C>]?: ((row: NoInfer<Row>) => ReactNode) | false }
  /** Columns that cannot be sorted by, after the others: actions, for example. */
  extra?: readonly Cell<NoInfer<Row>>[]
  /** Only for filters: there is no order by them. */
  unsortable?: readonly FieldOf<C>[]
  /** Not shown until chosen. */
  hidden?: readonly FieldOf<C>[]
  rowKey: (row: NoInfer<Row>) => number | string
  /** Where the first cell of a row leads. */
  rowTo?: (row: NoInfer<Row>) => string
  /** Shown when there is nothing, and no filter either. */
  empty: ReactNode
  /** Beside the tools: "New room". */
  actions?: ReactNode
  /** In place of the usual way to filter, on top of the rows. */
  filters?: (grid: GridFilters<C>) => ReactNode
  /** Rows can be ticked; `bar` is shown above them as soon as some are. */
  select?: RowSelection<NoInfer<Row>> & { readonly bar: (shown: ShownRows) => ReactNode }
}

/** What a screen's own filters know of the grid, and change. */
export interface GridFilters<C extends Columns> {
  readonly filter: Filter<FieldOf<C>> | null
  readonly sort: readonly Sort<FieldOf<C>>[]
  readonly onFilter: (filter: Filter<FieldOf<C>> | null) => void
  /** The columns shown now, and a button to choose others. */
  readonly columns: readonly string[]
  readonly columnsButton: ReactNode
}

/** What a grid shows, for what is done with all of it. */
export interface ShownRows {
  /** As in the address. */
  readonly filter: string
  readonly sort: string
  /** The ids of the columns. */
  readonly columns: readonly string[]
  readonly total: number
  /** There are more than that. */
  readonly isTotalMore: boolean
}

/**
 * Rows of the server, a page at a time. Page, sort and filter stand in the address, so that a link, a reload and the
 * browser's back show the same rows; which columns are shown is kept on the device.
 */
export function DataGrid<I, Row extends object, C extends Columns>(props: Props<I, Row, C>) {
  const {
    label,
    name,
    call,
    input,
    columns,
    cells,
    extra = none,
    unsortable = none,
    hidden = none,
    filters,
    rowKey,
    rowTo,
    empty,
    actions,
    select,
  } = props
  const { state, change } = useGridAddress(columns)
  // The compiler can neither put an Omit together again nor follow an endpoint's output through its kind.
  const question = { ...input, ...printGrid(state) } as Input<typeof call>
  const answer = useRead(call, question, { placeholderData: keepPreviousData })
  // Hundreds of rows take a while to draw, in which a press is still to show at once.
  const page = useDeferredValue(answer.data) as GridAnswer<Row> | undefined
  const isBusy = answer.isPlaceholderData || page !== answer.data

  const all: readonly Cell<Row>[] = useMemo(() => {
    const fields = (Object.keys(columns) as FieldOf<C>[]).filter(field => cells?.[field] !== false)
    return [...fields.map(field => columnCell(columns, field, cells?.[field], !unsortable.includes(field))), ...extra]
  }, [columns, cells, unsortable, extra])
  const choice = useShownColumns(
    name,
    all.map(({ id }) => id),
    hidden,
  )
  const shownIds = choice.shown.join()
  // The same as long as the columns are, so that a row is drawn again only when it has changed.
  const shown = useMemo(() => all.filter(cell => shownIds.split(',').includes(cell.id)), [all, shownIds])
  const columnChoices = all
    .filter(({ title }) => title !== '')
    .map(({ id, title }) => ({ id, title, isShown: choice.shown.includes(id) }))
  const isFiltered = state.filter !== null

  if (page?.total === 0 && !isFiltered && !isBusy) {
    return (
      <div className={css.grid}>
        {actions && <div className={css.tools}>{actions}</div>}
        {empty}
      </div>
    )
  }
  return (
    <section className={css.grid} aria-label={label} aria-busy={isBusy || undefined}>
      {filters ? (
        <div className={css.tools}>
          {filters({
            filter: state.filter,
            sort: state.sort,
            onFilter: filter => change({ filter }),
            columns: choice.shown,
            columnsButton: <GridColumns choices={columnChoices} onShow={choice.show} />,
          })}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      ) : (
        <GridTools
          columns={columns}
          filter={state.filter}
          onFilter={filter => change({ filter })}
          choices={columnChoices}
          onShow={choice.show}
          actions={actions}
        />
      )}
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
          {select &&
            (select.selection.isAll || select.selection.keys.size > 0) &&
            select.bar({
              filter: printGrid(state).filter ?? '',
              sort: printGrid(state).sort ?? '',
              columns: shown.map(({ id }) => id),
              total: page.total,
              isTotalMore: page.isTotalMore === true,
            })}
          <InSteps meanwhile={<SkeletonRows count={8} height="44px" />}>
            <GridTable
              label={label}
              select={select}
              cells={shown}
              rows={page.data}
              rowKey={rowKey}
              rowTo={rowTo}
              sort={state.sort}
              onSort={sort => change({ sort })}
            />
            {page.total === 0 && <p className={css.nothing}>Nothing fits this filter.</p>}
            <GridPages
              page={state.page}
              pageSize={state.pageSize}
              total={page.total}
              isMore={page.isTotalMore === true}
              onChange={change}
            />
          </InSteps>
        </>
      )}
    </section>
  )
}

const none: readonly never[] = []

function columnCell<Row extends object, C extends Columns>(
  columns: C,
  field: FieldOf<C>,
  shown: ((row: Row) => ReactNode) | false | undefined,
  isSortable: boolean,
): Cell<Row> {
  const column = columns[field] ?? { type: 'string', title: field }
  const value = (row: Row) => plainCell(column, (row as Readonly<Record<string, unknown>>)[field])
  // An id stands for a name.
  const isNumber = column.type === 'number' && !column.choices && !field.endsWith('Id')
  const isShort = column.type === 'date' || column.type === 'instant'
  const sort = isSortable && { sortField: field }
  return { id: field, title: column.title, ...sort, isNumber, isShort, cell: shown || value }
}
