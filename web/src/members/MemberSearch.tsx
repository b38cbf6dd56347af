import { basicSearch, classSearch } from '@honbu/contract/members.ts'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { useDebounced } from './debounce.ts'
import type { FoundMember, Place } from './found-member.ts'
import { looksCompleted } from './looks-completed.ts'
import { MemberSearchBox } from './MemberSearchBox.tsx'
import { isNamedLike } from './named-like.ts'

interface Common {
  onSelect: (member: FoundMember) => void
  autoFocus?: boolean
  /** What was typed before this was loaded. */
  initialText?: string
  /** Offered when nobody is found. */
  onAdd?: (name: string) => void
  /** Offered for a name that may be one: present today, by that name alone. */
  onWalkIn?: ((name: string) => void) | undefined
}

interface Plain extends Common {
  /** Left out: all clubs of the user. */
  clubId?: number | undefined
  /** Pages and articles that the text fits, offered below the members. */
  findPlaces?: (text: string) => readonly Place[]
  onPlace?: (place: Place) => void
  /** Whether to offer adding a member of this name; left out: always. */
  canAdd?: (text: string) => boolean
  classId?: never
}

interface InClass extends Common {
  classId: number
  classDate: string
}

/** Milliseconds from the last keystroke to the query (specification, section 9). */
const pause = 1000

/**
 * The member search box. Plain mode is limited to a club, or to none, and cleared after a selection; class mode is limited
 * to a class and a date, and keeps the label of who was chosen.
 */
export function MemberSearch(props: Plain | InClass) {
  return props.classId === undefined ? <PlainSearch {...props} /> : <ClassSearch {...props} />
}

function PlainSearch({ clubId, onSelect, onAdd, initialText = '', autoFocus, ...props }: Plain) {
  const { findPlaces = () => [], onPlace, canAdd = () => true } = props
  const [text, setText] = useState(initialText)
  const { filter, isWaiting } = useFilter(text)
  const query = { filter, ...(clubId !== undefined && { clubId }) }
  const answer = useRead(basicSearch, query, { enabled: filter !== '' })
  return (
    <MemberSearchBox
      text={text}
      setText={setText}
      found={filter === '' ? undefined : answer.data}
      isSearching={isWaiting || (filter !== '' && answer.isFetching)}
      error={filter === '' ? null : answer.error}
      autoFocus={autoFocus}
      places={filter === '' ? [] : findPlaces(filter)}
      onPlace={place => {
        setText('')
        onPlace?.(place)
      }}
      onAdd={
        onAdd && canAdd(text)
          ? name => {
              setText('')
              onAdd(name)
            }
          : undefined
      }
      onSelect={member => {
        setText('')
        onSelect(member)
      }}
    />
  )
}

function ClassSearch({ classId, classDate, onSelect, onAdd, onWalkIn, initialText = '', autoFocus }: InClass) {
  const [text, setText] = useState(initialText)
  const { filter, isWaiting } = useFilter(text)
  const answer = useRead(classSearch, { filter, classId, classDate }, { enabled: filter !== '' })
  return (
    <MemberSearchBox
      text={text}
      setText={setText}
      found={filter === '' ? undefined : answer.data}
      isSearching={isWaiting || (filter !== '' && answer.isFetching)}
      error={filter === '' ? null : answer.error}
      autoFocus={autoFocus}
      onAdd={onAdd}
      onWalkIn={
        onWalkIn && isNamedLike(text)
          ? name => {
              setText('')
              onWalkIn(name)
            }
          : undefined
      }
      onSelect={member => {
        setText(member.label)
        onSelect(member)
      }}
    />
  )
}

/** What to ask for: the text once it has stood still, and nothing for one that looks like a completed selection. */
function useFilter(text: string) {
  const settled = useDebounced(text.trim(), pause, '')
  const isQuery = text.trim() !== '' && !looksCompleted(text)
  const isSettled = settled === text.trim()
  return { filter: isQuery && isSettled ? settled : '', isWaiting: isQuery && !isSettled }
}
