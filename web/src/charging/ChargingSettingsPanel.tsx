import { ChargingSettings, type getCharging, saveChargingSettings } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { useWrite } from '../app/api.ts'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'

type Settings = Output<typeof getCharging>['settings']

const edited = ({ daysAhead, billingDay, isNightly }: Settings) => ({ daysAhead, billingDay, isNightly })

interface Props {
  clubId: number
  settings: Settings
  /** Before, billing is started with a look at the first run. */
  hasStarted: boolean
}

/** How long ahead, on which day, and whether by itself. */
export function ChargingSettingsPanel({ clubId, settings, hasStarted }: Props) {
  const write = useWrite(saveChargingSettings, { onSuccess: () => showToast({ message: 'Saved.' }) })
  const form = useForm({
    schema: ChargingSettings,
    values: edited(settings),
    version: settings.version,
    save: (values, version) => write.mutateAsync({ clubId, version, ...values }),
    fromRecord: (current: Settings) => edited(current),
  })
  return (
    <Panel title="How this club charges" id="charging-settings">
      <Form form={form} submit="Save">
        {hasStarted && (
          <SwitchField
            {...form.field('isNightly')}
            label="Charge each night"
            hint="After three in the morning, whatever falls due by then plus the days ahead"
          />
        )}
        <NumberField
          {...form.field('daysAhead')}
          label="Working days ahead"
          hint="The payer of a direct debit is told before it is taken: five is enough"
          required
        />
        <NumberField
          {...form.field('billingDay')}
          label="Billing day"
          hint="Bill everyone on this day of the month. The first part-month is pro rata. Leave blank for each member’s own day."
        />
      </Form>
    </Panel>
  )
}
