import { ClassFields, type saveClass } from '@honbu/contract/class-form.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import type { getClass } from '@honbu/contract/classes.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import {
  daysOf,
  differs,
  noWeek,
  timetableDays,
  type WeekdayDetails,
  weekdayNames,
} from '@honbu/contract/weekly-timetable.ts'
import type * as z from 'zod/mini'
import { type Slot, weekIn } from './new-class-slot.ts'

export type ClassRecord = Output<typeof getClass>
/** As the form holds them: what is written, checked or not. */
export type ClassValues = z.input<typeof ClassFields>
export type CheckedClass = z.output<typeof ClassFields>

/** What a new class begins with. `slot`: where in the schedule it was asked for. */
export const newClass = (today: string, classTypeId: number, slot?: Slot): ClassValues =>
  fitToType(
    {
      className: '',
      classTypeId: classType.class,
      locationId: slot?.room ?? null,
      startDate: slot?.day ?? today,
      endDate: null,
      primaryDisciplineId: null,
      capacity: null,
      propsectLimit: null,
      cost: null,
      vatCodeId: null,
      allowDiscount: false,
      chargeOnAttendance: false,
      webBookable: false,
      isPublic: true,
      description: '',
      everyWeeks: 1,
      trialPrice: null,
      minAge: null,
      maxAge: null,
      minGradeId: null,
      maxGradeId: null,
      countsForGrading: true,
      disciplineIds: [],
      instructorIds: [],
      weeklyTimetable: slot ? weekIn(slot) : noWeek,
      weekdays: allWeekdays(),
      timetableFrom: null,
    },
    classTypeId,
    { isNew: true },
  )

/** A class as the form edits it. */
export const valuesOf = (record: ClassRecord): ClassValues => ({
  className: record.className,
  classTypeId: record.classTypeId,
  locationId: record.locationId,
  startDate: record.startDate,
  endDate: record.endDate,
  primaryDisciplineId: record.primaryDisciplineId,
  capacity: record.capacity,
  propsectLimit: record.propsectLimit,
  cost: record.cost === 0 ? null : record.cost,
  vatCodeId: record.vatCodeId,
  allowDiscount: record.allowDiscount,
  chargeOnAttendance: record.chargeOnAttendance,
  webBookable: record.webBookable,
  isPublic: record.isPublic,
  description: record.description,
  everyWeeks: record.everyWeeks,
  trialPrice: record.trialPrice,
  minAge: record.minAge,
  maxAge: record.maxAge,
  minGradeId: record.minGradeId,
  maxGradeId: record.maxGradeId,
  countsForGrading: record.countsForGrading,
  disciplineIds: record.disciplineIds,
  instructorIds: record.instructorIds,
  weeklyTimetable: record.weeklyTimetable,
  weekdays: allWeekdays(record.weekdays),
  timetableFrom: null,
})

/** Monday to Sunday, each with what it has of its own. */
const allWeekdays = (details: readonly WeekdayDetails[] = []): WeekdayDetails[] =>
  weekdayNames.map((_, index) => {
    const { locationId = null, capacity = null, instructorIds = [] } = details.find(at(index + 1)) ?? {}
    return { weekday: index + 1, locationId, capacity, instructorIds }
  })

const at = (weekday: number) => (day: WeekdayDetails) => day.weekday === weekday

/**
 * The values under another type: what the type has no place for is emptied, so that nothing stays behind that the form
 * does not show. A new class also takes what classes of that type begin with.
 */
export function fitToType(values: ClassValues, classTypeId: number, { isNew }: { isNew: boolean }): ClassValues {
  const rules = rulesOf(classTypeId)
  const begins = isNew
    ? {
        countsForGrading: rules.countsForGrading === true,
        chargeOnAttendance: rules.chargeOnAttendance,
        webBookable: rules.webBookable,
        endDate: rules.runs === 'dated' ? (values.endDate ?? values.startDate) : values.endDate,
      }
    : {}
  const fitted = { ...values, ...begins, classTypeId }
  return {
    ...fitted,
    cost: rules.costs === null ? null : fitted.cost,
    vatCodeId: rules.costs === null ? null : fitted.vatCodeId,
    allowDiscount: rules.costs !== null && fitted.allowDiscount,
    chargeOnAttendance: rules.costs === 'visit' && fitted.chargeOnAttendance,
    countsForGrading: rules.countsForGrading !== 'never' && fitted.countsForGrading,
    webBookable: rules.canBeBooked && fitted.webBookable,
    capacity: rules.hasPlaces ? fitted.capacity : null,
    propsectLimit: rules.takesProspects ? fitted.propsectLimit : null,
    trialPrice: rules.takesProspects ? fitted.trialPrice : null,
    weeklyTimetable: rules.runs === 'slots' ? noWeek : fitted.weeklyTimetable,
    weekdays: rules.hasPlaces ? fitted.weekdays : fitted.weekdays.map(day => ({ ...day, capacity: null })),
  }
}

/** What the call takes: of lists and week only what has been changed, so that nothing is touched that was not. */
export function toSave(
  checked: CheckedClass,
  record: ClassRecord | undefined,
): Omit<Input<typeof saveClass>, 'id' | 'clubId' | 'version' | 'acknowledged'> {
  const { disciplineIds, instructorIds, weeklyTimetable, weekdays, timetableFrom, ...rest } = checked
  const hasWeek = rulesOf(checked.classTypeId).runs !== 'slots'
  const changed = hasWeek && hasOtherDays(checked, record)
  return {
    ...rest,
    primaryDisciplineId: disciplinesOf(checked).primaryDisciplineId,
    ...(!isSameList(disciplineIds, record?.disciplineIds) && { disciplineIds }),
    ...(!isSameList(instructorIds, record?.instructorIds) && { instructorIds }),
    ...(changed && { weeklyTimetable, weekdays: detailsOf(checked), timetableFrom }),
  }
}

/** What a class teaches. The primary discipline is one of them. */
export const disciplinesOf = ({
  disciplineIds,
  primaryDisciplineId,
}: Pick<CheckedClass, 'disciplineIds' | 'primaryDisciplineId'>) => ({
  disciplineIds,
  primaryDisciplineId: disciplineIds.find(id => id === primaryDisciplineId) ?? disciplineIds[0] ?? null,
})

/** Whether nothing but what the class teaches was changed. */
export function changesOnlyDisciplines(checked: CheckedClass, record: ClassRecord): boolean {
  const before = ClassFields.safeParse(valuesOf(record)).data
  if (!before) return false
  const names = Object.keys(before) as (keyof CheckedClass)[]
  const changed = names.filter(name => JSON.stringify(checked[name]) !== JSON.stringify(before[name]))
  return changed.length > 0 && changed.every(name => name === 'disciplineIds' || name === 'primaryDisciplineId')
}

type Days = Pick<CheckedClass, 'weeklyTimetable' | 'weekdays'>

/** Whether the days differ from those of the class, in their times or in anything of their own. */
export const hasOtherDays = (days: Days, was: Days = { weeklyTimetable: noWeek, weekdays: [] }) =>
  textOf(days) !== textOf(was)

const textOf = (days: Days) => JSON.stringify([daysOf(days.weeklyTimetable), detailsOf(days)])

/** What the weekdays on which it runs have of their own. */
const detailsOf = ({ weeklyTimetable, weekdays }: Days): WeekdayDetails[] =>
  timetableDays(weeklyTimetable, weekdays)
    .filter(differs)
    .map(({ weekday, locationId, capacity, instructorIds }) => ({
      ...{ weekday, locationId, capacity },
      instructorIds: instructorIds.toSorted((a, b) => a - b),
    }))

const isSameList = (one: readonly number[], other: readonly number[] = []) =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())
