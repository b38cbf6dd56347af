import { getClassMembers } from '@honbu/contract/classes.ts'
import { counted, longDate } from '@honbu/contract/format.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { useConnection } from '../app/connection.ts'
import { oneOf, type SearchValues, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { InSteps, RowsInSteps } from '../ui/InSteps.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import { AddMember } from './AddMember.tsx'
import { NoRows } from './NoRows.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { RefusedMarks } from './RefusedMarks.tsx'
import css from './Register.module.css'
import { RegisterBar } from './RegisterBar.tsx'
import { RegisterFilter } from './RegisterFilter.tsx'
import { RegisterSkeleton } from './RegisterSkeleton.tsx'
import { RegisterTools } from './RegisterTools.tsx'
import { RosterRow } from './RosterRow.tsx'
import { registerQuery } from './register-query.ts'
import { arrange, count, namesakes, type RegisterRow, shows, sorts } from './register-view.ts'
import { useLook } from './use-look.ts'
import { useMarks } from './use-marks.ts'
import { useMarksThen } from './use-marks-then.ts'
import { usePhone } from './use-phone.ts'
import { useRosterKeys } from './use-roster-keys.ts'

interface Props {
  classId: number
  classDate: string
  className: string
  /** The club's; undefined while it is not known. */
  today: string | undefined
}

/** Milliseconds between two looks at what other devices have marked, while the screen is seen. */
const pollEvery = 4000

export function Register({ classId, classDate, className, today }: Props) {
  const { search, setSearch } = useAddress()
  const { isOffline } = useConnection()
  const { look, change } = useLook()
  const sort = oneOf(sorts, search.sort)
  const show = oneOf(shows, search.show)
  const includeEnquiries = search.enquiries === '1'
  const query = useMemo(
    () => registerQuery({ classId, classDate, includeEnquiries }),
    [classId, classDate, includeEnquiries],
  )
  const answer = useRead(getClassMembers, query, { refetchInterval: pollEvery, placeholderData: keepPreviousData })
  const rows = answer.data?.data ?? none
  const register = useMemo(() => ({ classId, classDate, className }), [classId, classDate, className])
  const marks = useMarks(register)
  const { markOf, refused } = marks
  const isFuture = today !== undefined && classDate > today
  const mark = isFuture ? noMark : marks.mark

  const [text, setText] = useState('')
  const [turn, setTurn] = useState(0)
  const [openId, setOpenId] = useState<number | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [areToolsOpen, setToolsOpen] = useState(false)
  const toolsId = useId()
  const isPhone = usePhone()
  const searchBox = useRef<HTMLInputElement>(null)
  const markThen = useMarksThen(`${sort} ${show} ${turn}`, markOf)
  const asked = useMemo(() => ({ sort, show, text }), [sort, show, text])
  // What is typed or pressed shows at once, and the rows follow: two hundred that come back take longer than a press may.
  const searched = useSearched({ classId, classDate, rows, isWanted: text.trim() !== '' && !includeEnquiries })
  const shown = arrange(searched, { ...useDeferredValue(asked), markThen })
  const sameName = useMemo(() => namesakes(rows), [rows])
  const onOpen = useCallback((id: number) => setOpenId(open => (open === id ? null : id)), [])
  const keys = useRosterKeys({
    rows: shown,
    // Whoever types on and presses Enter means what is typed, not what is drawn by then.
    found: () => arrange(searched, { ...asked, markThen }),
    markOf,
    onMark: mark,
    onOpen,
    search: searchBox,
    clearSearch: () => setText(''),
  })
  const { ask, dialog } = useConfirm()
  const isUnmarked = (row: RegisterRow) => markOf(row) === null
  /** Asks first if marks that are there would change. */
  async function markAll(members: readonly RegisterRow[], attended: boolean) {
    const others = members.filter(row => markOf(row) === !attended).length
    const [word, other] = attended ? ['present', 'absent'] : ['absent', 'present']
    const isWanted =
      others === 0 ||
      (await ask({
        title: `Mark ${counted(members.length, 'member')} ${word}?`,
        text: `${counted(others, 'member')} ${others === 1 ? 'is' : 'are'} marked ${other}. That changes to ${word}.`,
        action: `Mark ${word}`,
        isDanger: true,
      }))
    if (isWanted) marks.markAll(members, attended)
  }
  const isLoaded = answer.data !== undefined && marks.isReady
  useEffect(() => {
    // On a touch screen this would only raise the keyboard over the rows.
    if (isLoaded && matchMedia('(pointer: fine)').matches) searchBox.current?.focus({ preventScroll: true })
  }, [isLoaded])

  if (answer.error && !answer.data) {
    return (
      <ErrorState
        title={isOffline ? 'This register is not on this device.' : 'The register could not be loaded.'}
        error={answer.error}
        retry={() => void answer.refetch()}
      />
    )
  }
  if (!answer.data || !marks.isReady) return <RegisterSkeleton />
  const counts = count(rows, markOf)
  const choose = (values: SearchValues) => {
    setTurn(turn + 1)
    setSearch(values)
  }
  const filter = (
    <RegisterFilter
      counts={counts}
      show={show}
      onShow={value => choose({ show: value === 'all' ? undefined : value })}
    />
  )
  const refusalOf = (memberId: number) =>
    refused.find(entry => entry.marks.some(each => each.memberId === memberId))?.refusal ?? ''
  return (
    <div className={css.register}>
      {isOffline && <OfflineLine asOf={answer.dataUpdatedAt} waiting={marks.waiting} />}
      <RegisterBar
        label={`Register of ${className}`}
        filter={isPhone ? filter : null}
        counts={counts}
        lastDone={marks.lastDone}
        undo={marks.undo}
        text={text}
        onText={setText}
        onKeyDown={keys.onSearchKeyDown}
        searchRef={searchBox}
        isAdding={isAdding}
        onAdd={() => setAdding(!isAdding)}
        tools={{ id: toolsId, isOpen: areToolsOpen, onToggle: () => setToolsOpen(!areToolsOpen) }}
        waiting={marks.waiting}
        onMarkAll={
          isFuture ? null : (who, attended) => void markAll(who === 'all' ? rows : rows.filter(isUnmarked), attended)
        }
      />
      {isFuture && <p className={css.note}>Opens on {longDate(classDate)}. These members are expected.</p>}
      {dialog}
      <RefusedMarks entries={refused} />
      {(!isPhone || areToolsOpen) && (
        <RegisterTools
          id={toolsId}
          filter={isPhone ? null : filter}
          sort={sort}
          includeEnquiries={includeEnquiries}
          look={look}
          onLook={change}
          search={search}
          onChoose={choose}
          isAdding={isAdding}
          onAdd={() => setAdding(!isAdding)}
        />
      )}
      {isAdding && (
        <AddMember
          {...register}
          isFuture={isFuture}
          onMark={member => mark(member, true)}
          onClose={() => setAdding(false)}
        />
      )}
      {answer.error && !isOffline && (
        <ErrorState
          title="Marks made elsewhere cannot be seen at the moment."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.data.total > rows.length && (
        <p className={css.note}>
          This register has {answer.data.total} rows; the first {rows.length} are shown.
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
        <InSteps meanwhile={<SkeletonRows count={8} height="68px" />}>
          {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as rows for one hand */}
          <div
            ref={keys.list}
            className={css.rows}
            role="grid"
            aria-label={`Register of ${className}`}
            aria-rowcount={shown.length}
            onKeyDown={keys.onListKeyDown}
            onFocus={event => keys.onListFocus(event.target)}
          >
            <RowsInSteps rows={shown} step={3}>
              {row => (
                <RosterRow
                  key={row.memberId}
                  row={row}
                  mark={markOf(row)}
                  isCurrent={row.memberId === keys.currentId}
                  isOpen={row.memberId === openId}
                  isNamesake={sameName.has(row.memberId)}
                  isWaiting={marks.isWaiting(row.memberId)}
                  refusal={refusalOf(row.memberId)}
                  look={look}
                  register={register}
                  isClosed={isFuture}
                  onMark={mark}
                  onOpen={onOpen}
                />
              )}
            </RowsInSteps>
          </div>
        </InSteps>
      )}
    </div>
  )
}

interface Searched {
  readonly classId: number
  readonly classDate: string
  readonly rows: readonly RegisterRow[]
  readonly isWanted: boolean
}

/** The rows that a search looks through: also the enquiries, who are otherwise shown only when asked for. */
function useSearched({ classId, classDate, rows, isWanted }: Searched): readonly RegisterRow[] {
  const query = useMemo(() => registerQuery({ classId, classDate, includeEnquiries: true }), [classId, classDate])
  const { data } = useRead(getClassMembers, query, { enabled: isWanted, staleTime: pollEvery })
  return useMemo(() => {
    if (!isWanted || !data) return rows
    const known = new Set(rows.map(({ memberId }) => memberId))
    return [...rows, ...data.data.filter(({ memberId }) => !known.has(memberId))]
  }, [isWanted, data, rows])
}

const none: readonly never[] = []
const noMark = () => undefined
