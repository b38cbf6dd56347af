import { getClassDisciplines } from '@honbu/contract/class-form.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import { useRead } from '../app/api.ts'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { instructorOptions, roomOptions, withFormer } from './class-choices.ts'
import { InstructorClashes } from './InstructorClashes.tsx'
import { RoomClashes } from './RoomClashes.tsx'
import type { PartProps } from './use-class-form.ts'

/** Where it is, who teaches it, and what. */
export function ClassPeople(part: PartProps) {
  const { form, clubId, choices, record } = part
  const { countsForGrading } = rulesOf(form.watch('classTypeId'))
  const chosen = form.watch('disciplineIds')
  const taught = useRead(getClassDisciplines, { id: record?.classId ?? 0, clubId })
  const disciplines = withFormer(
    choices.disciplines,
    taught.data?.map(({ disciplineId, disciplineName }) => ({ id: disciplineId, name: disciplineName })),
  )
  return (
    <FormSection title="Where, who and what">
      <SelectField
        {...form.field('locationId')}
        label="Room or venue"
        options={[{ value: null, text: 'No room' }, ...roomOptions(choices)]}
      />
      <RoomClashes {...part} />
      <MultiSelectField
        {...form.field('instructorIds')}
        label="Instructors"
        options={instructorOptions(choices, record)}
        none="Nobody works in this club yet."
      />
      <InstructorClashes {...part} />
      <MultiSelectField
        {...form.field('disciplineIds')}
        label="Disciplines"
        options={disciplines.map(({ id, name }) => ({ value: id, text: name }))}
        none="The club has no disciplines yet."
      />
      {chosen.length > 1 && (
        <SelectField
          {...form.field('primaryDisciplineId')}
          label="Primary discipline"
          hint="Its belts stand in the register, its colour in the schedule."
          options={disciplines
            .filter(({ id }) => chosen.includes(id))
            .map(({ id, name }) => ({ value: id, text: name }))}
        />
      )}
      {countsForGrading !== 'never' && (
        <SwitchField
          {...form.field('countsForGrading')}
          label="Counts for grading"
          hint="Being there counts towards the classes that the next grade asks for."
        />
      )}
    </FormSection>
  )
}
