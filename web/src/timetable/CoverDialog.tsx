import { getClassChoices, saveCover } from '@honbu/contract/class-form.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import type { NextDay } from './activity.ts'
import { type Choices, offeredInstructors } from './class-choices.ts'
import type { ClassRecord } from './class-values.ts'

interface Props {
  klass: Pick<ClassRecord, 'classId' | 'clubId' | 'instructors'>
  day: Pick<NextDay, 'classDate' | 'instructors' | 'instructorIds' | 'isCover'>
  onClose: () => void
}

/** Who teaches on one date in place of the class's own instructors. */
export function CoverDialog({ klass, day, onClose }: Props) {
  const choices = useRead(getClassChoices, { clubId: klass.clubId })
  return (
    <Dialog title={`Who teaches on ${shortDayOfYear(day.classDate)}?`} isOpen onClose={onClose}>
      {choices.data ? (
        <CoverForm klass={klass} day={day} onClose={onClose} choices={choices.data} />
      ) : (
        <SkeletonRows count={3} height="2.5rem" />
      )}
    </Dialog>
  )
}

const CoverFields = z.object({ instructorIds: z.array(z.int()) })

function CoverForm({ klass, day, onClose, choices }: Props & { choices: Choices }) {
  const write = useWrite(saveCover)
  const save = (instructorIds: number[]) =>
    write.mutateAsync({ id: klass.classId, classDate: day.classDate, instructorIds })
  function close({ instructors, isCover }: { instructors: string[]; isCover: boolean }) {
    const who = instructors.join(', ') || 'Nobody'
    showToast({ message: `${who} on ${shortDayOfYear(day.classDate)}${isCover ? '' : ', as usual'}.` })
    onClose()
  }
  const form = useForm({
    schema: CoverFields,
    values: { instructorIds: day.instructorIds },
    isEdit: true,
    save: ({ instructorIds }) => save(instructorIds),
    saved: close,
  })
  const here = offeredInstructors(choices)
  const others = day.instructorIds
    .map((id, index) => ({ id, name: day.instructors[index] ?? '' }))
    .filter(({ id }) => !here.some(each => each.id === id))
  return (
    <Form
      form={form}
      submit="Save cover"
      cancel={onClose}
      isInDialog
      aside={
        day.isCover && (
          <Button
            isBusy={write.isPending}
            onClick={() => {
              form.setValue('instructorIds', [])
              void form.submit()
            }}
          >
            As usual
          </Button>
        )
      }
    >
      <MultiSelectField
        {...form.field('instructorIds')}
        label="Instructors on this day"
        hint={klass.instructors.length > 0 ? `Usually ${klass.instructors.join(', ')}.` : 'Nobody usually.'}
        options={[...here, ...others].map(({ id, name }) => ({ value: id, text: name }))}
        isWide
      />
    </Form>
  )
}
