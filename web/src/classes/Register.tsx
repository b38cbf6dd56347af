import { getClassMembers } from '@honbu/contract/classes.ts'
import { printGrid } from '@honbu/contract/grid.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { oneOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { AddVisitor } from './AddVisitor.tsx'
import { NoRows } from './NoRows.tsx'
import css from './Register.module.css'
import { RegisterBar } from './RegisterBar.tsx'
import { RegisterTools } from './RegisterTools.tsx'
import { RosterRow } from './RosterRow.tsx'
import { arrange, count, shows, sorts } from './register-view.ts'
import { useMarks } from './use-marks.ts'
import { useMarksThen } from './use-marks-then.ts'
import { useRosterKeys } from './use-roster-keys.ts'

interface Props {
  classId: number
  classDate: string
  className: string
}

/** Milliseconds between two looks at what other devices have marked, while the screen is seen. */
const pollEvery = 4000

/** The longest page there is: a register is taken as a whole. */
const pageSize = 500

export function Register({ classId, classDate, className }: Props) {
  const { search, setSearch } = useAddress()
  const sort = oneOf(sorts, search.sort)
  const show = oneOf(shows, search.show)
  const includeEnquiries = search.enquiries === '1'
  const query = { classId, classDate, includeEnquiries, ...printGrid({ pageSize }) }
  const register = useRead(getClassMembers, query, { refetchInterval: pollEvery, placeholderData: keepPreviousData })
  const rows = register.data?.data ?? none
  const { markOf, mark, lastDone, undo } = useMarks({ classId, classDate, query })

  const [text, setText] = useState('')
  const [turn, setTurn] = useState(0)
  const [openId, setOpenId] = useState<number | null>(null)
  const [isAdding, setAdding] = useState(false)
  const searchBox = useRef<HTMLInputElement>(null)
  const markThen = useMarksThen(`${sort} ${show} ${turn}`, markOf)
  const shown = arrange(rows, { sort, show, text, markThen })
  const onOpen = useCallback((id: number) => setOpenId(open => (open === id ? null : id)), [])
  const keys = useRosterKeys({
    rows: shown,
    markOf,
    onMark: mark,
    onOpen,
    search: searchBox,
    clearSearch: () => setText(''),
  })
  const isLoaded = register.data !== undefined
  useEffect(() => {
    // On a touch screen this would only raise the keyboard over the rows.
    if (isLoaded && matchMedia('(pointer: fine)').matches) searchBox.current?.focus({ preventScroll: true })
  }, [isLoaded])

  if (register.error && !register.data) {
    return (
      <ErrorState
        title="The register could not be loaded."
        error={register.error}
        retry={() => void register.refetch()}
      />
    )
  }
  if (!register.data) {
    return (
      <div aria-busy="true">
        <VisuallyHidden>Loading...</VisuallyHidden>
        <SkeletonRows count={8} height="68px" />
      </div>
    )
  }
  return (
    <div className={css.register}>
      <RegisterBar
        label={`Register of ${className}`}
        counts={count(rows, markOf)}
        lastDone={lastDone}
        undo={undo}
        text={text}
        onText={setText}
        onKeyDown={keys.onSearchKeyDown}
        searchRef={searchBox}
        isAdding={isAdding}
        onAdd={() => setAdding(!isAdding)}
      />
      <RegisterTools
        counts={count(rows, markOf)}
        sort={sort}
        show={show}
        includeEnquiries={includeEnquiries}
        onChoose={values => {
          setTurn(turn + 1)
          setSearch(values)
        }}
        isAdding={isAdding}
        onAdd={() => setAdding(!isAdding)}
      />
      {isAdding && (
        <AddVisitor
          classId={classId}
          classDate={classDate}
          onAdd={found => mark({ ...found, memberId: found.id }, true)}
          onClose={() => setAdding(false)}
        />
      )}
      {register.error && (
        <ErrorState
          title="Marks made elsewhere cannot be seen at the moment."
          error={register.error}
          retry={() => void register.refetch()}
        />
      )}
      {register.data.total > rows.length && (
        <p className={css.note}>
          This register has {register.data.total} rows; the first {rows.length} are shown.
        </p>
      )}
      {shown.length === 0 ? (
        <NoRows
          isEmpty={rows.length === 0}
          text={text}
          onAll={() => {
            setText('')
            setSearch({ show: undefined })
          }}
          onAdd={() => setAdding(true)}
        />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as rows for one hand
        <div
          ref={keys.list}
          className={css.rows}
          role="grid"
          aria-label={`Register of ${className}`}
          aria-rowcount={shown.length}
          onKeyDown={keys.onListKeyDown}
          onFocus={event => keys.onListFocus(event.target)}
        >
          {shown.map(row => (
            <RosterRow
              key={row.memberId}
              row={row}
              mark={markOf(row)}
              isCurrent={row.memberId === keys.currentId}
              isOpen={row.memberId === openId}
              onMark={mark}
              onOpen={onOpen}
            />
          ))}
        </div>
      )}
    </div>
  )
}

const none: readonly never[] = []
