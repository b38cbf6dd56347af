import type { Output } from '@honbu/contract/endpoint.ts'
import { deleteLocation, getLocation, getVenues, LocationFields, saveLocation } from '@honbu/contract/locations.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { locationAddress, locationsAddress } from './location-address.ts'

type Location = Output<typeof getLocation>

/** A new room or venue, or one that is changed. */
export function LocationForm() {
  const { params } = useAddress()
  const [clubId, locationId] = [idOf(params.id), idOf(params.locationId)]
  const isNew = locationId === 0
  const location = useRead(getLocation, { id: locationId }, { enabled: !isNew })
  const crumbs = [{ text: 'Locations', to: locationsAddress(clubId) }]
  return (
    <Screen isNarrow>
      <PageHeader title={isNew ? 'New location' : `Edit ${location.data?.name ?? 'location'}`} crumbs={crumbs} />
      <SaveGate call={saveLocation} clubId={clubId} cannot="change locations">
        {location.error && (
          <ErrorState
            title="The location could not be loaded."
            error={location.error}
            retry={() => void location.refetch()}
          />
        )}
        {location.isLoading && <SkeletonRows count={6} height="56px" />}
        {(isNew || location.data) && <Fields key={locationId} clubId={clubId} location={location.data} />}
      </SaveGate>
    </Screen>
  )
}

function Fields({ clubId, location }: { clubId: number; location: Location | undefined }) {
  const navigate = useNavigate()
  const save = useWrite(saveLocation)
  const remove = useWrite(deleteLocation)
  const venues = useRead(getVenues, { clubId })
  const id = location?.locationId ?? 0
  const form = useForm({
    schema: LocationFields,
    values: valuesOf(location),
    version: location?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: ({ locationId }) => navigate({ to: locationAddress(clubId, locationId) as '/' }),
    fromRecord: (record: Location) => valuesOf(record),
  })
  const isRoom = form.watch('isRoom')
  const options = (venues.data ?? []).filter(venue => venue.locationId !== id)
  return (
    <Form
      form={form}
      submit="Save location"
      hasDraft
      cancel={id === 0 ? locationsAddress(clubId) : locationAddress(clubId, id)}
      aside={
        location && (
          <DeleteButton
            what={location.isRoom ? 'room' : 'venue'}
            name={location.name}
            remove={() => remove.mutateAsync({ id })}
            removed={() => navigate({ to: locationsAddress(clubId) as '/' })}
          />
        )
      }
    >
      <KeepDraft of={form} form="location" clubId={clubId} record={id} />
      <FormSection title="Room or venue">
        <TextField {...form.field('name')} label="Name" required autoFocus={id === 0} />
        <SelectField
          {...form.field('isRoom')}
          label="Kind"
          options={kinds}
          hint="A venue is an address, such as a leisure centre; rooms can stand in it."
        />
        <NumberField {...form.field('capacity')} label="Capacity" hint="How many may train there at once." />
        {isRoom && (
          <SelectField
            {...form.field('venueId')}
            label="In venue"
            options={[
              { value: null, text: 'None' },
              ...options.map(({ locationId, name }) => ({ value: locationId, text: name })),
            ]}
          />
        )}
      </FormSection>
      <FormSection title="Address" hint="Left empty, it is the club's own address.">
        <TextField {...form.field('addressLine')} label="Street" isWide />
        <TextField {...form.field('town')} label="Town" />
        <TextField {...form.field('postcode')} label="Postcode" />
      </FormSection>
      <FormSection title="Notes">
        <TextAreaField {...form.field('notes')} label="Notes" hint="Where the key is, when the hall is locked." />
      </FormSection>
    </Form>
  )
}

const kinds = [
  { value: true, text: 'Room' },
  { value: false, text: 'Venue' },
] as const

const valuesOf = (location: Location | undefined) => ({
  name: location?.name ?? '',
  isRoom: location?.isRoom ?? true,
  venueId: location?.venueId ?? null,
  capacity: location?.capacity ?? null,
  addressLine: location?.addressLine ?? null,
  town: location?.town ?? null,
  postcode: location?.postcode ?? null,
  notes: location?.notes ?? '',
})
