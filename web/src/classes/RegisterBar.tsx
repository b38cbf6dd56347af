import { IconArrowBackUp, IconSearch, IconUserPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { MarkAll } from './MarkAll.tsx'
import css from './RegisterBar.module.css'

interface Props {
  label: string
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
  /** Marks that wait for a connection. */
  waiting: number
  /** Null: the register isn't open yet. */
  onMarkAll: ((who: 'unmarked' | 'all', attended: boolean) => void) | null
}

/** What stays in sight while the rows scroll: how far the register is, and the search box. */
export function RegisterBar({
  label,
  counts,
  lastDone,
  undo,
  text,
  onText,
  onKeyDown,
  searchRef,
  isAdding,
  onAdd,
  waiting,
  onMarkAll,
}: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => tellHeight(bar.current), [])
  const { total, present, absent, unmarked } = counts
  return (
    <div className={css.bar} ref={bar}>
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
        {total > 0 && onMarkAll && <MarkAll counts={counts} onMark={onMarkAll} />}
        {undo && (
          <IconButton
            className={css.undo}
            label={`Undo: ${lastDone}`}
            icon={<IconArrowBackUp size={20} aria-hidden="true" />}
            onClick={undo}
          />
        )}
        <IconButton
          className={css.add}
          label="Add a member"
          icon={<IconUserPlus size={20} aria-hidden="true" />}
          aria-expanded={isAdding}
          onClick={onAdd}
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
