import { addDays } from '@honbu/contract/calendar.ts'
import { getClassesAndEvents } from '@honbu/contract/class-view.ts'
import { getClassDates } from '@honbu/contract/classes.ts'
import { longDate } from '@honbu/contract/format.ts'
import { getGradingCandidates, getGradingHistory, saveGradingResult } from '@honbu/contract/gradings.ts'
import { classType, names } from '@honbu/contract/ids.ts'
import { getMemberDisciplines } from '@honbu/contract/membership.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'

const chosen = (error: string) => z.nullable(z.int()).check(z.refine(value => value !== null, { error }))

const Fields = z.object({
  classId: chosen('Choose a grading'),
  classDate: z.nullable(z.string()).check(z.refine(value => value !== null, { error: 'Choose a date' })),
  disciplineId: chosen('Choose a discipline'),
  gradeId: chosen('Choose a grade'),
  passed: z.boolean(),
  reason: z.string().check(z.maxLength(500)),
  note: z.string().check(z.maxLength(500)),
})

/** Days that getClassDates answers at most. */
const most = 800

interface Props {
  memberId: number
  firstName: string
  clubId: number
  today: string
  onClose: () => void
}

/** Records a member’s result at a grading that has been. */
export function PastGradingDialog({ memberId, firstName, clubId, today, onClose }: Props) {
  const save = useWrite(saveGradingResult, {
    invalidates: [getGradingHistory, getMemberDisciplines],
    onSuccess: () => showToast({ message: 'Result saved' }),
  })
  const form = useForm({
    schema: Fields,
    values: {
      classId: null as number | null,
      classDate: null as string | null,
      disciplineId: null as number | null,
      gradeId: null as number | null,
      passed: true,
      reason: '',
      note: '',
    },
    save: ({ classId, classDate, disciplineId, gradeId, ...result }) =>
      save.mutateAsync({
        memberId,
        classId: classId ?? 0,
        classDate: classDate ?? today,
        disciplineId: disciplineId ?? 0,
        gradeId: gradeId ?? 0,
        ...result,
      }),
    saved: onClose,
  })
  const [classId, classDate, disciplineId] = form.watch(['classId', 'classDate', 'disciplineId'])
  const gradings = useRead(getClassesAndEvents, {
    clubId,
    IncludeExpired: true,
    filter: `classType~eq~'${names[classType.grading]}'~and~startDate~lte~datetime'${today}T00-00-00'`,
    sort: 'startDate-desc',
    pageSize: 200,
  })
  const dates = useRead(
    getClassDates,
    { id: classId ?? 0, from: addDays(today, 1 - most), to: today },
    { enabled: classId !== null },
  )
  const roster = useRead(
    getGradingCandidates,
    { classId: classId ?? 0, classDate: classDate ?? '' },
    { enabled: classId !== null && classDate !== null },
  )
  const disciplines = roster.data?.disciplines ?? []
  const grades = disciplines.find(each => each.disciplineId === disciplineId)?.grades ?? []
  const failed = [gradings, dates, roster].find(each => each.error && !each.data)
  return (
    <Dialog title={`Record ${firstName}’s grading`} isOpen onClose={onClose}>
      {failed && (
        <ErrorState title="We couldn’t load the gradings." error={failed.error} retry={() => void failed.refetch()} />
      )}
      {gradings.isLoading && <SkeletonRows count={4} height="3rem" />}
      {gradings.data?.data.length === 0 && (
        <EmptyState title="No gradings yet">Create a grading under Classes and events first.</EmptyState>
      )}
      {gradings.data && gradings.data.data.length > 0 && (
        <Form form={form} submit="Save result" cancel={onClose} isInDialog>
          <SelectField
            {...form.field('classId')}
            label="Grading"
            required
            options={[
              { value: null, text: 'Choose a grading' },
              ...gradings.data.data.map(each => ({
                value: each.classId,
                text: `${each.className}, ${longDate(each.startDate)}`,
              })),
            ]}
            onChosen={() => {
              form.setValue('classDate', null)
              form.setValue('disciplineId', null)
              form.setValue('gradeId', null)
            }}
          />
          <SelectField
            {...form.field('classDate')}
            label="Date"
            required
            disabled={classId === null}
            options={[
              { value: null, text: dates.data?.dates.length === 0 ? 'No dates so far' : 'Choose a date' },
              ...(dates.data?.dates ?? []).toReversed().map(each => ({ value: each.date, text: longDate(each.date) })),
            ]}
          />
          <SelectField
            {...form.field('disciplineId')}
            label="Discipline"
            required
            disabled={!roster.data}
            options={[
              { value: null, text: 'Choose a discipline' },
              ...disciplines.map(each => ({ value: each.disciplineId, text: each.name })),
            ]}
            onChosen={() => form.setValue('gradeId', null)}
          />
          <SelectField
            {...form.field('gradeId')}
            label="Grade"
            required
            disabled={disciplineId === null}
            options={[
              { value: null, text: 'Choose a grade' },
              ...grades.map(({ gradeId, belt }) => ({ value: gradeId, text: belt.gradeName })),
            ]}
          />
          <SelectField
            {...form.field('passed')}
            label="Result"
            options={[
              { value: true, text: 'Passed' },
              { value: false, text: 'Not passed' },
            ]}
          />
          <TextField
            {...form.field('reason')}
            label="Reason (optional)"
            hint="Needed if they weren’t ready, or skipped a grade."
            maxLength={500}
            isWide
          />
          <TextField {...form.field('note')} label="Note (optional)" maxLength={500} isWide />
        </Form>
      )}
    </Dialog>
  )
}
