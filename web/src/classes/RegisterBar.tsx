import { IconArrowBackUp, IconDots, IconSearch, IconUserPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { MarkAll } from './MarkAll.tsx'
import css from './RegisterBar.module.css'

interface Props {
  label: string
  /** Null: the filter is below, with the other tools. */
  filter: ReactNode
  counts: { total: number; present: number; absent: number; unmarked: number }
  /** The last thing done here, e.g. 'Jane Smith present'. */
  lastDone: string
  undo: (() => void) | null
  text: string
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  searchRef: Ref<HTMLInputElement>
  isAdding: boolean
  onAdd: () => void
  /** The tools that a phone shows only when asked: their id, and whether they are open. */
  tools: { id: string; isOpen: boolean; onToggle: () => void }
  /** Marks that wait for a connection. */
  waiting: number
  /** Null: the register isn't open yet. */
  onMarkAll: ((who: 'unmarked' | 'all', attended: boolean) => void) | null
}

/** What stays in sight while the rows scroll: how far the register is, and the search box. */
export function RegisterBar({
  label,
  filter,
  counts,
  lastDone,
  undo,
  text,
  onText,
  onKeyDown,
  searchRef,
  isAdding,
  onAdd,
  tools,
  waiting,
  onMarkAll,
}: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => tellHeight(bar.current), [])
  const { total, present, absent, unmarked } = counts
  return (
    <div className={css.bar} ref={bar}>
      {filter}
      <div className={css.count}>
        <p className={css.words}>
          <strong className={css.figure}>{present}</strong> of {total} present
        </p>
        <p className={css.rest}>
          {unmarked > 0 ? `${unmarked} not marked` : 'all marked'}
          {absent > 0 && ` · ${absent} absent`}
          {waiting > 0 && ` · ${waiting} waiting`}
        </p>
        <Progress label={label} present={present} absent={absent} total={total} size="large" />
        <VisuallyHidden>
          <span role="status">
            {lastDone && `${lastDone}. `}
            {present} of {total} present, {unmarked} not marked.
          </span>
        </VisuallyHidden>
      </div>
      <div className={css.find}>
        <label className={css.search}>
          <VisuallyHidden>Find on this register</VisuallyHidden>
          <IconSearch size={18} aria-hidden="true" />
          <input
            ref={searchRef}
            type="text"
            inputMode="search"
            enterKeyHint="done"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="Find by name"
            aria-keyshortcuts="/"
            value={text}
            onChange={event => onText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {text && (
            <button type="button" aria-label="Clear" onClick={() => onText('')}>
              <IconX size={18} aria-hidden="true" />
            </button>
          )}
        </label>
        {undo && (
          <IconButton
            className={css.undo}
            label={`Undo: ${lastDone}`}
            icon={<IconArrowBackUp size={20} aria-hidden="true" />}
            onClick={undo}
          />
        )}
        {total > 0 && onMarkAll && <MarkAll counts={counts} onMark={onMarkAll} />}
        <IconButton
          className={css.add}
          label="Add a member"
          icon={<IconUserPlus size={20} aria-hidden="true" />}
          aria-expanded={isAdding}
          onClick={onAdd}
        />
        <IconButton
          className={css.tools}
          label="Sort and view"
          icon={<IconDots size={20} aria-hidden="true" />}
          aria-expanded={tools.isOpen}
          aria-controls={tools.isOpen ? tools.id : undefined}
          onClick={tools.onToggle}
        />
        <p className={css.last}>
          <span>{lastDone || 'Space: present, A: absent'}</span>
          {undo && (
            <button type="button" onClick={undo}>
              Undo
            </button>
          )}
        </p>
      </div>
    </div>
  )
}

/** Rows that are scrolled to must not stop beneath the bar, whose height depends on the width. */
function tellHeight(bar: HTMLElement | null) {
  if (!bar) return
  const watch = new ResizeObserver(() =>
    bar.parentElement?.style.setProperty('--register-head', `${bar.getBoundingClientRect().height}px`),
  )
  watch.observe(bar)
  return () => watch.disconnect()
}
