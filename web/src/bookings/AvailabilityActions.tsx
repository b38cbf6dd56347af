import { IconCalendarPlus, IconClockHour4, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { ClassRecord } from './DayPanel.tsx'
import { OfferHoursDialog } from './OfferHoursDialog.tsx'
import { SeriesDialog } from './SeriesDialog.tsx'
import { SlotDialog } from './SlotDialog.tsx'
import type { Availability } from './slot-state.ts'

interface Props {
  klass: ClassRecord
  availability: Availability
  day: string | undefined
  onMade: (date: string) => void
}

/** What an admin does to the slots of a class as a whole. */
export function AvailabilityActions({ klass, availability, day, onMade }: Props) {
  const [dialog, setDialog] = useState<'series' | 'slot' | 'hours' | null>(null)
  const { isAdmin, isPrebooked, today, slots, offerHours } = availability
  if (!isAdmin) return null
  const close = () => setDialog(null)
  const common = { classId: klass.classId, slots, today, onClose: close }
  const isFree = day !== undefined && day >= today && !slots.some(({ classDate }) => classDate === day)
  return (
    <>
      {isPrebooked && (
        <>
          <Button variant="primary" onClick={() => setDialog('series')}>
            <IconCalendarPlus size={18} aria-hidden="true" />
            Make slots
          </Button>
          <Button onClick={() => setDialog('slot')}>
            <IconPlus size={18} aria-hidden="true" />
            Add a slot
          </Button>
        </>
      )}
      <Menu
        label="More"
        items={[
          {
            text: 'Waiting list settings',
            icon: <IconClockHour4 size={18} aria-hidden="true" />,
            onSelect: () => setDialog('hours'),
          },
        ]}
      />
      {dialog === 'series' && <SeriesDialog {...common} onMade={onMade} />}
      {dialog === 'slot' && <SlotDialog {...common} slot={undefined} day={isFree ? day : undefined} onSaved={onMade} />}
      {dialog === 'hours' && <OfferHoursDialog classId={klass.classId} offerHours={offerHours} onClose={close} />}
    </>
  )
}
