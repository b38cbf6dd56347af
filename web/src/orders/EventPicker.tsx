import { classTypeIds, classTypeRules } from '@honbu/contract/class-types.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { getAvailableEvents } from '@honbu/contract/shop.ts'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import type { Wanted } from './basket.ts'
import css from './Orders.module.css'

/** The types of classes that can cost something. */
const kinds = [
  { value: '', text: 'All' },
  ...classTypeIds
    .filter(id => classTypeRules[id].costs !== null)
    .map(id => ({ value: String(id), text: names[id] ?? '' })),
]

interface Props {
  /** For whom: what is booked and charged already is of this member. */
  memberId: number
  clubId: number
  onAdd: (wanted: Omit<Wanted, 'memberId'>) => void
}

/** Classes and events that cost something: those to come, and those of the last weeks. */
export function EventPicker({ memberId, clubId, onAdd }: Props) {
  const [text, setText] = useState('')
  const [isPast, setPast] = useState(false)
  const [type, setType] = useState('')
  const answer = useRead(
    getAvailableEvents,
    {
      id: memberId,
      clubId,
      ...(text.trim() !== '' && { searchterm: text.trim() }),
      ...(type !== '' && { type: Number(type) }),
    },
    { placeholderData: keepPreviousData },
  )
  const events = (answer.data ?? []).filter(({ isOver }) => isOver === isPast)
  return (
    <Panel title="Classes and events" flush>
      <div className={css.find}>
        <input
          type="search"
          className={css.input}
          placeholder="Find by name"
          aria-label="Find classes and events"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Select label="Kind" options={kinds} value={type} onChoose={setType} />
        <Switch isOn={isPast} onChange={setPast}>
          Those of the last weeks
        </Switch>
      </div>
      {answer.error && !answer.data && (
        <ErrorState title="The events could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="48px" />}
      {answer.data && events.length === 0 && (
        <EmptyState
          icon={<IconCalendarOff size={24} />}
          title={isPast ? 'Nothing in the last weeks' : 'Nothing to come'}
        >
          Only classes and events with a cost are listed.
        </EmptyState>
      )}
      <ul className={css.list}>
        {events.map(event => {
          const isFull = event.placesLeft === 0 && !event.isBooked && !event.isOver
          const { eventId, eventDate, eventName } = event
          return (
            <li key={`${eventId} ${eventDate}`} className={css.product}>
              <span className={css.words}>
                <span className={css.name}>{eventName}</span>
                <span className={css.soft}>
                  {mediumDate(eventDate)}, {event.startTime} · {currency(event.cost)}
                  {event.isWhole && ' for all of it'}
                  {event.placesLeft !== null && !event.isOver && ` · ${placesText(event.placesLeft)}`}
                </span>
                {event.isCharged && <Badge tone="good">Charged already</Badge>}
                {!event.isCharged && event.isBooked && <Badge>Booked</Badge>}
                {isFull && <Badge tone="warn">Full</Badge>}
              </span>
              <Button
                aria-label={`Add ${eventName}, ${mediumDate(eventDate)}`}
                disabled={event.isCharged || (isFull && event.isPrebooked)}
                onClick={() => onAdd({ productId: null, variantId: null, eventId, eventDate })}
              >
                <IconPlus size={18} aria-hidden="true" />
                Add
              </Button>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const placesText = (places: number) => (places === 1 ? '1 place left' : `${places} places left`)
