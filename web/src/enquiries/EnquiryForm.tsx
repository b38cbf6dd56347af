import type { Output } from '@honbu/contract/endpoint.ts'
import { EnquiryFormFields, getEnquiryForm, saveEnquiryForm } from '@honbu/contract/enquiries.ts'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { clubAddress } from '../clubs/club-address.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { EnquiryPages } from './EnquiryPages.tsx'
import { TrialClasses } from './TrialClasses.tsx'

type Settings = Output<typeof getEnquiryForm>

/** The public front door of a club: what its form asks, where it stands, and what to paste into a website. */
export function EnquiryForm() {
  const clubId = idOf(useAddress().params.id)
  const answer = useRead(getEnquiryForm, { id: clubId })
  const settings = answer.data
  return (
    <Screen isNarrow>
      <PageHeader
        title="Enquiry form and timetable"
        crumbs={[{ text: settings?.clubName ?? 'Club', to: clubAddress(clubId, 'settings') }]}
      >
        For your website: people ask, book a trial and see your week without signing in.{' '}
        <AppLink to="/marketing-help/category/1" search={{ article: 'enquiry-form' }}>
          How to put it there
        </AppLink>
      </PageHeader>
      {answer.error && !settings && (
        <ErrorState title="The form could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="56px" />}
      {settings && (
        <SaveGate
          call={saveEnquiryForm}
          clubId={clubId}
          cannot="change the enquiry form"
          otherwise={<PublicPages settings={settings} />}
        >
          <PublicPages settings={settings} />
          <SettingsForm key={clubId} settings={settings} />
        </SaveGate>
      )}
    </Screen>
  )
}

const PublicPages = ({ settings }: { settings: Settings }) => (
  <>
    <EnquiryPages settings={settings} />
    <TrialClasses settings={settings} />
  </>
)

const valuesOf = (settings: Omit<Settings, 'classes'>) => ({
  key: settings.key,
  isOn: settings.isOn,
  hasTimetable: settings.hasTimetable,
  offersTrials: settings.offersTrials,
  trialDays: settings.trialDays,
  phone: settings.phone,
  asksSource: settings.asksSource,
  asksMessage: settings.asksMessage,
  intro: settings.intro,
  thanks: settings.thanks,
  privacyUrl: settings.privacyUrl,
})

function SettingsForm({ settings }: { settings: Settings }) {
  const save = useWrite(saveEnquiryForm)
  const form = useForm({
    schema: EnquiryFormFields,
    values: valuesOf(settings),
    version: settings.version,
    save: (values, version) => save.mutateAsync({ id: settings.clubId, version, ...values }),
    saved: () => void showToast({ message: 'The form has been saved.' }),
    fromRecord: (record: Settings) => valuesOf(record),
  })
  return (
    <Form form={form} submit="Save form" hasDraft>
      <KeepDraft of={form} form="enquiryForm" clubId={settings.clubId} />
      <FormSection title="Public pages">
        <SwitchField {...form.field('isOn')} label="Enquiry form is on" />
        <SwitchField {...form.field('hasTimetable')} label="Timetable page is on" />
        <TextField
          {...form.field('key')}
          label="Name in the addresses"
          hint="Small letters, digits and hyphens. With another name the old addresses end: paste anew what stands on your website."
          required
        />
      </FormSection>
      <FormSection title="What the form asks">
        <SwitchField {...form.field('offersTrials')} label="Offers trials in classes that can be booked on the web" />
        <SelectField {...form.field('trialDays')} label="Trials can be booked" options={daysAhead} />
        <SelectField {...form.field('phone')} label="Phone" options={phoneUses} />
        <SwitchField {...form.field('asksMessage')} label="Asks for a message" />
        <SwitchField
          {...form.field('asksSource')}
          label="Asks how people heard of the club, where the link does not say"
        />
      </FormSection>
      <FormSection title="What it says">
        <TextAreaField {...form.field('intro')} label="Above the form" />
        <TextAreaField {...form.field('thanks')} label="After sending, and in the e-mail" />
        <TextField {...form.field('privacyUrl')} label="Address of your privacy page" type="url" isWide />
      </FormSection>
    </Form>
  )
}

const daysAhead = [7, 14, 21, 28, 42, 60].map(days => ({ value: days, text: `up to ${days} days ahead` }))

const phoneUses = [
  { value: 'off', text: 'Does not ask' },
  { value: 'optional', text: 'Asks, may be left empty' },
  { value: 'required', text: 'Has to be given' },
] as const
