import { atRiskDays, timeZone } from '@honbu/contract/club-fields.ts'
import { type Club, saveClubSettings } from '@honbu/contract/clubs.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { NumberField, SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { Facts } from './Facts.tsx'
import { timeZoneOptions } from './time-zones.ts'

type ClubRecord = z.infer<typeof Club>

const schema = z.object({
  timeZone,
  atRiskDays,
  adminsNeedTwoFactor: z.boolean(),
  adminsLogInDaily: z.boolean(),
  filesNeedProof: z.boolean(),
  familyNameFirst: z.boolean(),
})

const valuesOf = (club: ClubRecord) => ({
  timeZone: club.timeZone,
  atRiskDays: club.atRiskDays,
  adminsNeedTwoFactor: club.adminsNeedTwoFactor,
  adminsLogInDaily: club.adminsLogInDaily,
  filesNeedProof: club.filesNeedProof,
  familyNameFirst: club.familyNameFirst,
})

/** How the club works: to be changed by admins, to be read by all. */
export function ClubSettings({ club, isAdmin }: { club: ClubRecord; isAdmin: boolean }) {
  if (!isAdmin)
    return (
      <Panel title="Club settings">
        <Facts
          facts={[
            ['Time zone', club.timeZone.replaceAll('_', ' ')],
            [
              'At risk of leaving',
              `After ${club.atRiskDays} ${club.atRiskDays === 1 ? 'day' : 'days'} without a class`,
            ],
            ['Admins need two-factor sign-in', club.adminsNeedTwoFactor || club.twoFactorAskedBy ? 'Yes' : 'No'],
            ['Admins log in every day', club.adminsLogInDaily ? 'Yes' : 'No'],
            ['Files need a password', club.filesNeedProof ? 'Yes' : 'No'],
            ['Certificates', club.familyNameFirst ? 'Family name first' : 'Given name first'],
          ]}
        />
      </Panel>
    )
  return <SettingsForm club={club} />
}

function SettingsForm({ club }: { club: ClubRecord }) {
  const saveSettings = useWrite(saveClubSettings)
  const form = useForm({
    schema,
    values: valuesOf(club),
    version: club.version,
    save: (values, version) => saveSettings.mutateAsync({ id: club.id, version, ...values }),
    saved: () => void showToast({ message: 'The settings have been saved.' }),
    fromRecord: valuesOf,
  })
  return (
    <Form form={form} submit="Save settings">
      <FormSection title="Club settings">
        <SelectField
          {...form.field('timeZone')}
          label="Time zone"
          hint="Classes keep their times by this clock, also when it changes."
          options={timeZoneOptions(club.timeZone)}
          required
        />
        <NumberField
          {...form.field('atRiskDays')}
          label="At risk of leaving after"
          hint="Days without a class. Then the reports show a member as at risk, and a task asks you to write or ring."
          required
        />
        <SwitchField
          {...form.field('adminsNeedTwoFactor')}
          label="Admins need two-factor sign-in"
          hint={
            club.twoFactorAskedBy
              ? `${club.twoFactorAskedBy} asks for it already, of the admins of all clubs below it.`
              : 'Here and in all clubs below. Admins who do not use it are asked to set it up before they get in.'
          }
        />
        <SwitchField
          {...form.field('adminsLogInDaily')}
          label="Admins log in every day"
          hint="Here and in all clubs below, admins are logged out twelve hours after they logged in. Everyone else stays logged in for up to 30 days."
        />
        <SwitchField
          {...form.field('filesNeedProof')}
          label="Files need a password"
          hint="Here and in all clubs below. We ask for a password or passkey before an export or report is downloaded, if the last was over 30 minutes ago."
        />
        <SwitchField
          {...form.field('familyNameFirst')}
          label="Family name first on certificates"
          hint="Prints Yamada Taro instead of Taro Yamada."
        />
      </FormSection>
    </Form>
  )
}
