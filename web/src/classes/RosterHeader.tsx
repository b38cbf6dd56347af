import type { getClass, getClassDates } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import {
  IconCalendarCog,
  IconChevronLeft,
  IconChevronRight,
  IconClock,
  IconMapPin,
  IconUser,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { clubAddress } from '../clubs/club-address.ts'
import { useClubAdmin } from '../timetable/use-club-admin.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { DatePicker } from '../ui/DatePicker.tsx'
import { fullDay, shortDay } from '../ui/dates.ts'
import { IconButton, iconButtonClass } from '../ui/IconButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import css from './RosterHeader.module.css'
import { RosterPlaces } from './RosterPlaces.tsx'
import { neighbours, type Session } from './session-dates.ts'
import { usePhone } from './use-phone.ts'

const SessionDialog = lazy(() => import('../timetable/SessionDialog.tsx').then(m => ({ default: m.SessionDialog })))

interface Props {
  id: number
  klass: Output<typeof getClass> | undefined
  dates: Output<typeof getClassDates> | undefined
  date: string | undefined
  session: Session | undefined
}

/**
 * Which register this is, and the way to the sessions before and after it. What comes later has its room from the beginning,
 * so that the names below it, which may have come first, do not move from under a thumb.
 */
export function RosterHeader({ id, klass, dates, date, session }: Props) {
  const { search, setSearch } = useAddress()
  const isAdmin = useClubAdmin(klass?.clubId)
  const isPhone = usePhone()
  const days = useMemo(() => dates?.dates.map(each => each.date) ?? [], [dates])
  const { previous, next } = neighbours(dates?.dates ?? [], date ?? '')
  const teachers = session && session.cover.length > 0 ? session.cover : (klass?.instructors ?? [])
  const crumbs = klass
    ? [{ text: klass.clubName, to: clubAddress(klass.clubId), ...(date && { search: { day: date } }) }]
    : null
  return (
    <div className={css.head}>
      <PageHeader
        hasActionLine
        title={klass ? `${klass.className} [${klass.clubCode}]` : <SkeletonTitle>Class roster</SkeletonTitle>}
        crumbs={isPhone ? [] : crumbs}
        actions={
          date !== undefined && (
            <div className={css.actions}>
              <div className={css.dates}>
                <Step
                  label="Previous session"
                  icon={<IconChevronLeft size={20} />}
                  session={previous}
                  search={search}
                />
                <DatePicker
                  label="Session"
                  value={date}
                  days={days}
                  today={dates?.today}
                  onChoose={chosen => setSearch({ date: chosen })}
                />
                <Step label="Next session" icon={<IconChevronRight size={20} />} session={next} search={search} />
              </div>
              {klass && isAdmin && session && <ChangeSession classId={id} clubId={klass.clubId} date={date} />}
            </div>
          )
        }
      >
        <span className={css.facts}>
          <span className={css.line}>
            {!dates && <Awaited width="8rem" />}
            {session && (
              <span className={css.fact}>
                <IconClock size={16} aria-hidden="true" />
                <span className={css.printed}>{fullDay(session.date)},</span>
                {timeSpan(session)}
                {date === dates?.today && <span className={css.today}>today</span>}
              </span>
            )}
            {!klass && <Awaited width="5rem" />}
            {(session?.location ?? klass?.location) && (
              <span className={css.fact}>
                <IconMapPin size={16} aria-hidden="true" />
                {session?.location ?? klass?.location}
              </span>
            )}
          </span>
          <span className={css.line}>
            {!klass && <Awaited width="7rem" />}
            {teachers.length > 0 && (
              <span className={css.fact}>
                <IconUser size={16} aria-hidden="true" />
                {session && session.cover.length > 0 && 'Cover: '}
                {teachers.join(', ')}
              </span>
            )}
          </span>
          <span className={css.line}>
            {date !== undefined && (session || !dates) && (
              <RosterPlaces
                classId={id}
                clubId={klass?.clubId}
                date={date}
                className={css.fact}
                awaited={mayCountPlaces(klass) && <Awaited width="8rem" />}
              />
            )}
          </span>
        </span>
      </PageHeader>
    </div>
  )
}

/** Moves or cancels this one session. */
function ChangeSession({ classId, clubId, date }: { classId: number; clubId: number; date: string }) {
  const { setSearch } = useAddress()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Change this session"
        icon={<IconCalendarCog size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <SessionDialog
            classId={classId}
            clubId={clubId}
            classDate={date}
            onClose={() => setOpen(false)}
            onMoved={moved => setSearch({ date: moved })}
          />
        </Suspense>
      )}
    </>
  )
}

const mayCountPlaces = (klass: Props['klass']) =>
  !klass || klass.capacity !== null || klass.classTypeId === classType.prebooked

function Awaited({ width }: { width: string }) {
  return (
    <span className={css.fact}>
      <Skeleton width={width} />
    </span>
  )
}

interface StepProps {
  label: string
  icon: ReactNode
  session: Session | undefined
  search: Readonly<Record<string, string | undefined>>
}

function Step({ label, icon, session, search }: StepProps) {
  if (!session) return <IconButton label={label} icon={icon} disabled />
  return (
    <AppLink
      to="."
      search={{ ...search, date: session.date }}
      replace
      className={iconButtonClass()}
      aria-label={`${label}: ${shortDay(session.date)}`}
      title={`${label}: ${shortDay(session.date)}`}
    >
      {icon}
    </AppLink>
  )
}
