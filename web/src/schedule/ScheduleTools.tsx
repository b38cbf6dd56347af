import { IconPrinter, IconRss } from '@tabler/icons-react'
import { useState } from 'react'
import { type SearchValues, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Select } from '../ui/Select.tsx'
import { choicesFor, type FilterName, filterNames, without } from './filters.ts'
import css from './Schedule.module.css'
import { SubscribeDialog } from './SubscribeDialog.tsx'
import { type View, viewNames, views } from './views.ts'
import type { Occurrence } from './week.ts'

interface Props {
  clubId: number
  view: View
  search: SearchValues
  /** All of the span, also those that the filters leave out. */
  occurrences: readonly Occurrence[]
}

/** The view, the filters, printing, and the calendar to subscribe to. */
export function ScheduleTools({ clubId, view, search, occurrences }: Props) {
  const { setSearch } = useAddress()
  const [isSubscribing, setSubscribing] = useState(false)
  return (
    <div className={css.tools}>
      <Segmented
        label="View"
        options={views.map(value => ({ value, text: viewNames[value] }))}
        value={view}
        onChoose={value => setSearch({ view: value === 'week' ? undefined : value })}
      />
      <div className={css.filters}>
        {filterNames.map(name => (
          <Select
            key={name}
            label={labels[name]}
            value={search[name] ?? ''}
            options={[
              { value: '', text: 'All' },
              ...choicesFor(name, occurrences, search[name]).map(value => ({
                value,
                text: value === without ? 'None' : value,
              })),
            ]}
            onChoose={value => setSearch({ [name]: value || undefined })}
          />
        ))}
      </div>
      <div className={css.actions}>
        <Button onClick={() => print()}>
          <IconPrinter size={18} aria-hidden="true" />
          Print
        </Button>
        <Button onClick={() => setSubscribing(true)}>
          <IconRss size={18} aria-hidden="true" />
          Subscribe
        </Button>
      </div>
      {isSubscribing && <SubscribeDialog clubId={clubId} onClose={() => setSubscribing(false)} />}
    </div>
  )
}

const labels: Readonly<Record<FilterName, string>> = {
  discipline: 'Discipline',
  instructor: 'Instructor',
  room: 'Room',
}
