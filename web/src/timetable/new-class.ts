import { rulesOf } from '@honbu/contract/class-types.ts'
import { classType } from '@honbu/contract/ids.ts'
import { idOf, type SearchValues } from '../ui/address.ts'
import type { Choices } from './class-choices.ts'
import { type ClassRecord, type ClassValues, newClass, valuesOf } from './class-values.ts'
import { slotIn } from './new-class-slot.ts'

interface Begun {
  readonly choices: Choices
  readonly search: SearchValues
  /** The class that is duplicated. */
  readonly copied: ClassRecord | undefined
}

/** What the form of a new class begins with. */
export function beginClass({ choices, search, copied }: Begun): ClassValues {
  if (copied) return copyOf(copied, choices)
  const slot = slotIn(search)
  const [locationId, instructorId, disciplineId] = [choices.locations, choices.instructors, choices.disciplines].map(
    only,
  )
  const isRoom = (id: number | null | undefined) => choices.locations.some(each => each.id === id)
  const room = isRoom(slot?.room) ? slot?.room : locationId
  const values = newClass(choices.today, idOf(search.type) || classType.class, slot)
  return suggestCapacity(
    {
      ...values,
      locationId: room ?? null,
      instructorIds: instructorId === undefined ? [] : [instructorId],
      disciplineIds: disciplineId === undefined ? [] : [disciplineId],
      primaryDisciplineId: disciplineId ?? null,
    },
    choices,
  )
}

/** The id where there is nothing else to choose. */
const only = (options: readonly { readonly id: number }[]) => (options.length === 1 ? options[0]?.id : undefined)

/** The same class again from today on, without the rooms and people that can no longer be chosen. */
function copyOf(record: ClassRecord, choices: Choices): ClassValues {
  const values = valuesOf(record)
  const isOver = values.endDate !== null && values.endDate < choices.today
  const startDate = values.startDate < choices.today ? choices.today : values.startDate
  const lastDay = rulesOf(values.classTypeId).runs === 'dated' ? startDate : null
  const room = (id: number | null) => (choices.locations.some(each => each.id === id) ? id : null)
  const instructors = (ids: readonly number[]) => ids.filter(id => choices.instructors.some(each => each.id === id))
  return {
    ...values,
    startDate,
    endDate: isOver ? lastDay : values.endDate,
    locationId: room(values.locationId),
    instructorIds: instructors(values.instructorIds),
    weekdays: values.weekdays.map(day => ({
      ...day,
      locationId: room(day.locationId),
      instructorIds: instructors(day.instructorIds),
    })),
  }
}

/** A class for which no capacity was chosen takes as many as its room. `before`: the room it was in. */
export function suggestCapacity<Values extends Pick<ClassValues, 'capacity' | 'locationId' | 'classTypeId'>>(
  values: Values,
  { locations }: Choices,
  before: number | null = null,
): Values {
  const held = (room: number | null) => locations.find(({ id }) => id === room)?.capacity ?? null
  if (!rulesOf(values.classTypeId).hasPlaces) return values
  const isChosen = values.capacity !== null && Number(values.capacity) !== held(before)
  return isChosen ? values : { ...values, capacity: held(values.locationId) }
}
