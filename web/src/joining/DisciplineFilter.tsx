import { getDisciplineClasses } from '@honbu/contract/class-view.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { weekdayName } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Select } from '../ui/Select.tsx'
import type { Choices } from './wizard.ts'

/** A discipline and a day by which the first class is found. */
export interface Wanted {
  readonly disciplineId: number
  readonly day: string
}

interface Props {
  choices: Choices
  /** Null: the classes of all disciplines. */
  wanted: Wanted | null
  onChange: (wanted: Wanted | null) => void
}

/** Chooses a discipline, then a day, for the list of classes below it. */
export function DisciplineFilter({ choices, wanted, onChange }: Props) {
  const days = daysOf(choices)
  const [first] = days
  if (choices.disciplines.length < 2 || first === undefined) return null
  return (
    <>
      <Select
        label="Discipline"
        options={[
          { value: '', text: 'All disciplines' },
          ...choices.disciplines.map(each => ({ value: String(each.disciplineId), text: each.name })),
        ]}
        value={String(wanted?.disciplineId ?? '')}
        onChoose={id => onChange(id === '' ? null : { disciplineId: Number(id), day: wanted?.day ?? first })}
      />
      {wanted && (
        <Select
          label="Day"
          options={days.map(day => ({ value: day, text: `${weekdayName(day)} ${shortDate(day)}` }))}
          value={wanted.day}
          onChoose={day => onChange({ ...wanted, day })}
        />
      )}
    </>
  )
}

/** The classes to choose from: all of the club, or those of a discipline on a day. */
export function useFoundClasses(choices: Choices, wanted: Wanted | null) {
  const answer = useRead(
    getDisciplineClasses,
    { clubId: choices.clubId, disciplineId: wanted?.disciplineId ?? 0, classDate: wanted?.day ?? '' },
    { enabled: wanted !== null },
  )
  const found = answer.data?.map(({ classId }) => classId)
  const problem = wanted && answer.error && !answer.data && (
    <ErrorState title="We couldn’t load the classes." error={answer.error} retry={() => void answer.refetch()} />
  )
  const classes = wanted ? choices.classes.filter(({ classId }) => found?.includes(classId)) : choices.classes
  return { classes, problem, isEmpty: wanted !== null && answer.data !== undefined && classes.length === 0 }
}

/** The days of the next four weeks on which the club has classes. */
const daysOf = ({ classes }: Choices) =>
  [...new Set(classes.flatMap(({ nextDates }) => nextDates.map(({ date }) => date)))].toSorted()
