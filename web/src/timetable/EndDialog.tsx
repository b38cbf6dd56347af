import { date } from '@honbu/contract/calendar.ts'
import { endClass } from '@honbu/contract/class-form.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import { longDate } from '@honbu/contract/format.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { ClassRecord } from './class-values.ts'
import css from './Timetable.module.css'
import { useAcknowledged } from './use-acknowledged.tsx'

interface Props {
  klass: ClassRecord
  /** Why it cannot be deleted; empty when that is not what was asked for. */
  reason: string
  onClose: () => void
}

const EndFields = z.object({ endDate: z.nullable(date) })

/** The last day of a class: what has been is kept, and it runs no more. */
export function EndDialog({ klass, reason, onClose }: Props) {
  const write = useWrite(endClass)
  const { run, dialog } = useAcknowledged()
  const isDated = rulesOf(klass.classTypeId).runs === 'dated'
  const form = useForm({
    schema: EndFields,
    values: { endDate: klass.endDate ?? klass.today },
    version: klass.version,
    isEdit: klass.endDate !== null,
    save: ({ endDate }, version) =>
      run(({ acknowledged }) => write.mutateAsync({ id: klass.classId, version, endDate, acknowledged })),
    saved: (_result, { endDate }) => {
      const message = endDate ? `The last day is ${longDate(endDate)}.` : 'It runs until further notice.'
      showToast({ message })
      onClose()
    },
    fromRecord: ({ endDate }: ClassRecord) => ({ endDate }),
  })
  return (
    <Dialog title={reason ? 'This class cannot be deleted' : `Last day of ${klass.className}`} isOpen onClose={onClose}>
      {reason && <p className={css.reason}>{reason}</p>}
      <Form
        form={form}
        submit="Save last day"
        cancel={onClose}
        isInDialog
        aside={
          klass.endDate !== null &&
          !isDated && (
            <Button
              isBusy={write.isPending}
              onClick={() => {
                form.setValue('endDate', null)
                void form.submit()
              }}
            >
              No last day
            </Button>
          )
        }
      >
        <DateField
          {...form.field('endDate')}
          label="Last day"
          hint="It still runs on that day. Registers and results are kept."
          today={klass.today}
        />
      </Form>
      {dialog}
    </Dialog>
  )
}
