import { getClub } from '@honbu/contract/clubs.ts'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import css from './ClubSchedule.module.css'
import { Schedule } from './Schedule.tsx'

/** The week of a club as a task of its own, without the tabs of Club Admin. */
export function ClubScheduleScreen() {
  const { params } = useAddress()
  const id = idOf(params.id)
  const club = useRead(getClub, { id })
  return (
    <div className={css.screen}>
      <PageHeader title="Club schedule" crumbs={club.data ? [{ text: club.data.name, to: clubAddress(id) }] : null} />
      <Schedule clubId={id} />
    </div>
  )
}
