import { date } from '@honbu/contract/calendar.ts'
import { getJoiningChoices } from '@honbu/contract/joining.ts'
import { saveMemberDiscipline } from '@honbu/contract/membership.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { Studied } from './discipline.ts'

const Fields = z
  .object({
    disciplineId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a discipline.' })),
    currentGradeId: z.nullable(z.int()),
    lastGrading: z.nullable(date),
    studiedSince: z.nullable(date).check(z.refine(value => value !== null, { error: 'Give the day.' })),
  })
  .check(context => {
    const { lastGrading, studiedSince } = context.value
    if (lastGrading && studiedSince && lastGrading < studiedSince)
      context.issues.push({
        code: 'custom',
        input: lastGrading,
        path: ['lastGrading'],
        message: 'Should not be before the study began',
      })
  })

interface Props {
  memberId: number
  clubId: number
  today: string
  /** Null: a new one. */
  studied: Studied | null
  /** The disciplines that are studied already. */
  has: readonly number[]
  onClose: () => void
}

export function DisciplineDialog({ memberId, clubId, today, studied, has, onClose }: Props) {
  const choices = useRead(getJoiningChoices, { id: clubId })
  const save = useWrite(saveMemberDiscipline, { onSuccess: () => showToast({ message: 'Saved.' }) })
  const form = useForm({
    schema: Fields,
    values: valuesOf(studied, today),
    version: studied?.version,
    save: ({ disciplineId, studiedSince, ...values }, version) =>
      save.mutateAsync({
        id: memberId,
        version,
        disciplineId: disciplineId ?? 0,
        studiedSince: studiedSince ?? today,
        ...values,
      }),
    saved: onClose,
    fromRecord: (record: Studied) => valuesOf(record, today),
  })
  const disciplines = choices.data?.disciplines ?? []
  const grades = disciplines.find(({ disciplineId }) => disciplineId === form.watch('disciplineId'))?.grades ?? []
  return (
    <Dialog title={studied ? studied.disciplineName : 'Add a discipline'} isOpen onClose={onClose}>
      <Form form={form} submit="Save" cancel={onClose} isInDialog>
        {!studied && (
          <SelectField
            {...form.field('disciplineId')}
            label="Discipline"
            required
            options={[
              { value: null, text: 'Choose a discipline' },
              ...disciplines
                .filter(({ disciplineId }) => !has.includes(disciplineId))
                .map(({ disciplineId, name }) => ({ value: disciplineId, text: name })),
            ]}
          />
        )}
        <SelectField
          {...form.field('currentGradeId')}
          label="Grade"
          options={[
            { value: null, text: 'None yet' },
            ...grades.map(({ gradeId, name }) => ({ value: gradeId, text: name })),
          ]}
        />
        <DateField {...form.field('studiedSince')} label="Studied since" required today={today} />
        <DateField {...form.field('lastGrading')} label="Last grading" today={today} />
      </Form>
    </Dialog>
  )
}

const valuesOf = (studied: Studied | null, today: string) => ({
  disciplineId: studied?.disciplineId ?? null,
  currentGradeId: studied?.currentGradeId ?? null,
  lastGrading: studied?.lastGrading ?? null,
  studiedSince: (studied?.studiedSince ?? today) as string | null,
})
