import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { getMessageSettings, MessageSettingFields, saveMessageSettings } from '@honbu/contract/templates.ts'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'

interface Props {
  clubId: number
  onClose: () => void
}

/** What messages say of a club beside its details, and what a text message costs it. */
export function MessageSettings({ clubId, onClose }: Props) {
  const answer = useRead(getMessageSettings, { clubId })
  return (
    <Dialog title="Message settings" isOpen onClose={onClose}>
      {answer.error && (
        <ErrorState
          title="The settings could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={3} height="72px" />}
      {answer.data && <Fields clubId={clubId} settings={answer.data} onClose={onClose} />}
    </Dialog>
  )
}

type Settings = Output<typeof getMessageSettings>

const valuesOf = ({ smsSegmentPence, askAbove, website, reviewUrl }: Settings) => ({
  ...{ smsSegmentPence, askAbove, website, reviewUrl },
})

function Fields({ clubId, settings, onClose }: Props & { settings: Settings }) {
  const save = useWrite(saveMessageSettings)
  const { inherited } = settings
  const form = useForm({
    schema: MessageSettingFields,
    values: valuesOf(settings),
    version: settings.version,
    save: (values, version) => save.mutateAsync({ clubId, version, ...values }),
    saved: () => {
      showToast({ message: 'Message settings saved.' })
      onClose()
    },
    fromRecord: valuesOf,
  })
  return (
    <Form form={form} submit="Save settings" cancel={onClose} isInDialog>
      <NumberField
        {...form.field('smsSegmentPence')}
        label="Pence a segment of a text message"
        hint={
          inherited.smsSegmentPence === null
            ? 'Leave blank to show no cost.'
            : `Leave blank to use ${inherited.smsSegmentPence}p.`
        }
      />
      <NumberField
        {...form.field('askAbove')}
        label="Ask twice above this many people"
        hint={`Leave blank to use ${wholeNumber(inherited.askAbove)}.`}
      />
      <TextField
        {...form.field('website')}
        label="Website"
        type="url"
        hint={inherited.website ? `Empty: ${inherited.website}` : 'The field club.website'}
      />
      <TextField
        {...form.field('reviewUrl')}
        label="Page for reviews"
        type="url"
        hint={inherited.reviewUrl ? `Empty: ${inherited.reviewUrl}` : 'The field club.reviewUrl'}
      />
    </Form>
  )
}
