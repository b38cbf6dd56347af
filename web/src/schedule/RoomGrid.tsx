import type { CSSProperties } from 'react'
import { minutesOf, timeOf } from './clock.ts'
import { DayClosure } from './DayClosure.tsx'
import { NewClassSlot } from './NewClassSlot.tsx'
import css from './RoomGrid.module.css'
import { axisOf, freeSlots, placed, slotLength } from './room-times.ts'
import { ScheduleBlock } from './ScheduleBlock.tsx'
import { type Column, type Occurrence, roomsOf, type Week } from './week.ts'

interface Props {
  schedule: Week
  day: string
  /** The rooms to show even when nothing is on in them. */
  rooms: readonly { id: number; name: string }[]
  /** All classes of the day, also those that the filters leave out: their time is not free. */
  all: readonly Occurrence[]
  /** The club, where the user may create classes. */
  newClassAt: number | null
}

/** A day along a time axis, in a column for each room. */
export function RoomGrid({ schedule, day, rooms, all, newClassAt }: Props) {
  const { occurrences, closures, today, now } = schedule
  const closure = closures.find(each => each.date === day)
  const axis = axisOf(all)
  const hours = Array.from({ length: (axis.to - axis.from) / 60 }, (_, index) => axis.from + index * 60)
  const at = minutesOf(now)
  return (
    <>
      {closure && <DayClosure name={closure.name} />}
      <div className={css.scroll}>
        <div className={css.grid} style={size(axis.to - axis.from)}>
          <div className={css.hours} aria-hidden="true">
            {hours.map(hour => (
              <span key={hour} className={css.hour} style={place(hour - axis.from, 60)}>
                {timeOf(hour)}
              </span>
            ))}
          </div>
          {roomsOf(occurrences, rooms).map(column => (
            <section key={column.room} className={css.column} aria-label={column.room}>
              <h3 className={css.title}>{column.room}</h3>
              <div className={css.times}>
                {newClassAt !== null &&
                  !closure &&
                  freeSlots(axis, inRoom(all, column)).map(slot => (
                    <div key={slot} className={css.free} style={place(slot - axis.from, slotLength)}>
                      <NewClassSlot
                        clubId={newClassAt}
                        slot={{ day, start: timeOf(slot), room: column.id }}
                        room={column.room}
                        className={css.slot}
                      />
                    </div>
                  ))}
                {placed(column.occurrences).map(({ occurrence, from, length, lane, lanes }) => (
                  <div
                    key={`${occurrence.classId} ${occurrence.startTime}`}
                    className={css.placed}
                    style={{ ...place(from - axis.from, length), ...side(lane, lanes) }}
                  >
                    <ScheduleBlock occurrence={occurrence} today={today} now={now} look="timed" />
                  </div>
                ))}
              </div>
            </section>
          ))}
          {day === today && at >= axis.from && at <= axis.to && (
            <span className={css.now} style={place(at - axis.from, 0)} aria-hidden="true" />
          )}
        </div>
      </div>
    </>
  )
}

const inRoom = (occurrences: readonly Occurrence[], { id }: Column) =>
  occurrences.filter(each => each.locationId === id)

/** React's types do not know custom properties. */
const size = (minutes: number) => ({ '--minutes': minutes }) as CSSProperties
const place = (from: number, length: number) => ({ '--from': from, '--length': length }) as CSSProperties
const side = (lane: number, lanes: number) => ({ '--lane': lane, '--lanes': lanes }) as CSSProperties
