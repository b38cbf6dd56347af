import { currency } from '@honbu/contract/format.ts'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { oneOf, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { CandidateRow } from './CandidateRow.tsx'
import {
  type Candidate,
  chosen,
  type GradingDayData,
  gradesById,
  groupsOf,
  isReady,
  keyOf,
  shows,
} from './candidates.ts'
import { asksReason, clear, type Entries, type Entry, entryFor, fillIn, type Outcome, passReady } from './entries.ts'
import { GradeGroup } from './GradeGroup.tsx'
import css from './Results.module.css'
import { SaveBar } from './SaveBar.tsx'
import { useGradingKeys } from './use-grading-keys.ts'
import { useSaveResults } from './use-save-results.ts'

interface Props {
  data: GradingDayData
  entries: Entries
  change: (next: (entries: Entries) => Entries) => void
  /** Whether more than the search is shown above the list. */
  hasTools: boolean
  /** The button of a phone that shows the rest; false elsewhere. */
  toggle: ReactNode
}

const showNames = { all: 'Everyone', open: 'No result yet', ready: 'Ready', notReady: 'Not ready' }

/** Who is graded, by the grade that they came with, and their results: entered here, saved all at once. */
export function Results({ data, entries, change, hasTools, toggle }: Props) {
  const { search, setSearch } = useAddress()
  const show = oneOf(shows, search.show)
  const [text, setText] = useState('')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [noteKey, setNoteKey] = useState<string | null>(null)
  const [goTo, setGoTo] = useState<string | null>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const { candidates, disciplines } = data
  const grades = useMemo(() => gradesById(disciplines), [disciplines])
  const saving = useSaveResults({ data, entries, change })
  const shown = chosen(candidates, { show, text })
  const groups = groupsOf({ disciplines, candidates: shown })
  const rows = groups.flatMap(group => group.rows)

  const { forget } = saving
  const set = useCallback(
    (row: Candidate, entry: Entry | null) => {
      const key = keyOf(row)
      change(now => (entry ? { ...now, [key]: entry } : clear(now, [row])))
      forget(key)
    },
    [change, forget],
  )
  const onOutcome = (row: Candidate, outcome: Outcome) => {
    const entry = entryFor(row, outcome, entries[keyOf(row)])
    if (entry && data.canSave) set(row, entry)
  }
  const openNote = (row: Candidate) => {
    if (!data.canSave) return
    if (!entries[keyOf(row)]) onOutcome(row, 'pass')
    setNoteKey(keyOf(row))
  }
  const keys = useGradingKeys({
    rows,
    onOutcome,
    onClear: row => set(row, null),
    onOpen: row => setOpenKey(open => (open === keyOf(row) ? null : keyOf(row))),
    onNote: openNote,
    onSave: () => void saving.saveAll(),
    search: searchBox,
  })
  // A row that was hidden is there only after the next drawing.
  useEffect(() => {
    if (goTo === null || !rows.some(row => keyOf(row) === goTo)) return
    setGoTo(null)
    keys.focusRow(goTo)
  })
  const ready = candidates.filter(isReady).length
  const done = candidates.filter(({ result }) => result).length

  return (
    <div className={css.results}>
      <div className={css.bar}>
        {hasTools && (
          <p className={css.counts}>
            <strong>{candidates.length}</strong> on the list · <strong>{ready}</strong> ready ·{' '}
            <strong>{candidates.length - ready}</strong> not ready · <strong>{done}</strong> with a result
            {data.fee > 0 && <> · fee {currency(data.fee)}</>}
          </p>
        )}
        <div className={css.find}>
          <label className={css.search}>
            <VisuallyHidden>Find on this list</VisuallyHidden>
            <IconSearch size={18} aria-hidden="true" />
            <input
              ref={searchBox}
              type="text"
              inputMode="search"
              autoComplete="off"
              spellCheck={false}
              placeholder="Find by name"
              value={text}
              onChange={event => setText(event.target.value)}
              onKeyDown={keys.onSearchKeyDown}
            />
          </label>
          {toggle}
          {hasTools && (
            <>
              <Select
                label="Show"
                options={shows.map(value => ({ value, text: showNames[value] }))}
                value={show}
                onChoose={value => setSearch({ show: value === 'all' ? undefined : value })}
              />
              {data.canSave && <Button onClick={() => change(now => passReady(now, rows))}>Pass all ready</Button>}
            </>
          )}
        </div>
      </div>
      {data.canSave ? (
        <p className={css.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>P</kbd> pass · <kbd>F</kbd> fail · <kbd>D</kbd> double grade ·{' '}
          <kbd>O</kbd> other grade · <kbd>N</kbd> note · <kbd>Del</kbd> clear · <kbd>Ctrl</kbd> <kbd>Enter</kbd> save
        </p>
      ) : (
        <p className={css.early}>
          Results can be entered on the day of the grading. Who is ready is reckoned for that day.
        </p>
      )}
      {rows.length === 0 ? (
        <p className={css.nobody}>
          Nobody here fits.{' '}
          <Button
            variant="quiet"
            onClick={() => {
              setText('')
              setSearch({ show: undefined })
            }}
          >
            Show everyone
          </Button>
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; their keys are heard here
        <div
          ref={keys.list}
          className={css.list}
          onKeyDown={keys.onListKeyDown}
          onFocus={event => keys.onListFocus(event.target)}
        >
          {groups.map(group => (
            <GradeGroup
              key={group.key}
              group={group}
              isAlone={disciplines.length === 1}
              canSave={data.canSave}
              onFill={outcome => change(now => fillIn(now, group.rows, outcome))}
              onClear={() => change(now => clear(now, group.rows))}
            >
              {group.rows.map(row => {
                const key = keyOf(row)
                return (
                  <CandidateRow
                    key={key}
                    row={row}
                    discipline={group.discipline}
                    grades={grades}
                    day={data}
                    entry={entries[key]}
                    error={saving.errors[key]}
                    isCurrent={key === keys.currentKey}
                    isOpen={key === openKey}
                    isWriting={asksReason(row, entries[key]) || noteKey === key}
                    focusNote={noteKey === key}
                    onOutcome={outcome => onOutcome(row, outcome)}
                    onEntry={entry => set(row, entry)}
                    onOpen={() => setOpenKey(openKey === key ? null : key)}
                    onNote={() => openNote(row)}
                  />
                )
              })}
            </GradeGroup>
          ))}
        </div>
      )}
      <SaveBar
        rows={candidates}
        entries={entries}
        saving={saving}
        change={change}
        onShow={key => {
          setText('')
          setSearch({ show: undefined })
          setGoTo(key)
        }}
      />
    </div>
  )
}
