import { getClassChoices } from '@honbu/contract/class-form.ts'
import { createTimetable } from '@honbu/contract/timetable-text.ts'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { CreatedWeeks } from './CreatedWeeks.tsx'
import { classesTabAddress } from './class-address.ts'
import css from './Timetable.module.css'
import { WeekText } from './WeekText.tsx'

/** A club's week as text: each line becomes a class. */
export function TypeWeek() {
  const clubId = idOf(useAddress().params.id)
  const choices = useRead(getClassChoices, { clubId })
  return (
    <div className={css.screen}>
      <PageHeader
        title="Type your week"
        crumbs={[{ text: choices.data?.clubName ?? 'Club', to: classesTabAddress(clubId) }]}
      />
      <SaveGate call={createTimetable} clubId={clubId} cannot="create classes">
        {choices.error && (
          <ErrorState title="We couldn’t load this page." error={choices.error} retry={() => void choices.refetch()} />
        )}
        {choices.isLoading && <SkeletonRows count={3} height="9rem" />}
        {choices.data && (
          <>
            <WeekText clubId={clubId} choices={choices.data} />
            <CreatedWeeks clubId={clubId} />
          </>
        )}
      </SaveGate>
    </div>
  )
}
