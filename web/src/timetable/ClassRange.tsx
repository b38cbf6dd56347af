import { useEffect } from 'react'
import { FormSection } from '../ui/form/Form.tsx'
import { NumberField, SelectField } from '../ui/form/fields.tsx'
import { disciplinesOf } from './class-values.ts'
import type { PartProps } from './use-class-form.ts'

/** For whom a class is: ages, and grades of its primary discipline. */
export function ClassRange({ form, choices }: PartProps) {
  const [chosen, primary] = form.watch(['disciplineIds', 'primaryDisciplineId'])
  const disciplineId = disciplinesOf({ disciplineIds: chosen, primaryDisciplineId: primary }).primaryDisciplineId
  const grades = choices.grades.filter(grade => grade.disciplineId === disciplineId)
  const [lowest, highest] = form.watch(['minGradeId', 'maxGradeId'])
  useEffect(() => {
    // Grades go with their discipline.
    const isForeign = (id: number | null) => id !== null && !grades.some(grade => grade.id === id)
    if (isForeign(lowest)) form.setValue('minGradeId', null)
    if (isForeign(highest)) form.setValue('maxGradeId', null)
  }, [lowest, highest, grades, form])
  const options = [
    { value: null, text: 'Any grade' },
    ...grades.map(({ id, name }) => ({ value: id as number | null, text: name })),
  ]
  return (
    <FormSection title="Who it’s for">
      <NumberField {...form.field('minAge')} label="Youngest age" hint="Leave blank for no limit." />
      <NumberField {...form.field('maxAge')} label="Oldest age" hint="Leave blank for no limit." />
      {grades.length > 0 && (
        <>
          <SelectField {...form.field('minGradeId')} label="Lowest grade" options={options} />
          <SelectField {...form.field('maxGradeId')} label="Highest grade" options={options} />
        </>
      )}
    </FormSection>
  )
}
