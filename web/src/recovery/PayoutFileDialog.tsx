import { addMonths, date, todayIn } from '@honbu/contract/calendar.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { getPayoutFile } from '@honbu/contract/recovery.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readQuery } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { download } from '../ui/download.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { zone } from '../ui/moments.ts'
import { showToast } from '../ui/toasts.ts'

const Span = z.object({ from: date, until: date })

/** The lines of a span of days as a file for the books. */
export function PayoutFileDialog({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const client = useQueryClient()
  const today = todayIn(zone, new Date())
  const form = useForm({
    schema: Span,
    values: { from: addMonths(today, -1), until: today },
    save: async ({ from, until }) => {
      try {
        const file = await client.fetchQuery({ ...readQuery(getPayoutFile, { clubId, from, until }), staleTime: 0 })
        download(file)
        showToast({ message: `${wholeNumber(file.lines)} lines exported.` })
        onClose()
        return {}
      } catch (error) {
        return {
          isSuccess: false as const,
          message: error instanceof Error ? error.message : 'It failed.',
          status: 400,
        }
      }
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title="Export payouts">
      <Form form={form} submit="Download CSV" cancel={onClose} isInDialog>
        <DateField {...form.field('from')} label="Arrived from" required />
        <DateField {...form.field('until')} label="Until" required />
      </Form>
    </Dialog>
  )
}
