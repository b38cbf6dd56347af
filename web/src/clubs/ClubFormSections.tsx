import { IconMapPin } from '@tabler/icons-react'
import type { FieldPath } from 'react-hook-form'
import { type Control, Controller } from 'react-hook-form'
import { DateField } from '../ui/form/DateField.tsx'
import css from '../ui/form/Field.module.css'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextField, WrittenField } from '../ui/form/fields.tsx'
import { type ClubFormValues, readCoordinate } from './club-form.ts'
import { clubTypes } from './club-types.ts'
import { LogoField } from './LogoField.tsx'
import { mapLink } from './map-link.ts'
import { timeZoneOptions } from './time-zones.ts'

/** What the sections need of the form. */
interface ClubFormHook {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which a field does not see
  readonly control: Control<ClubFormValues, any, any>
  readonly field: <Name extends FieldPath<ClubFormValues>>(
    name: Name,
    // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which a field does not see
  ) => { name: Name; control: Control<ClubFormValues, any, any> }
  readonly watch: (name: 'timeZone' | 'address.latitude' | 'address.longitude') => unknown
}

interface Choice {
  readonly value: number
  readonly text: string
}

interface NewClubProps {
  form: ClubFormHook
  parents: readonly Choice[]
}

/** All that a new club needs; the club above only for those who have one. */
export function NewClubSection({ form, parents }: NewClubProps) {
  return (
    <FormSection title="Club">
      <TextField {...form.field('name')} label="Name" required maxLength={200} autoFocus />
      <TextField {...form.field('address.postcode')} label="Postcode" maxLength={12} />
      {parents.length > 0 && <ParentField form={form} parents={parents} canMove isNew />}
    </FormSection>
  )
}

interface ClubProps {
  form: ClubFormHook
  logo: string
  parents: readonly Choice[]
  canMove: boolean
  /** Name and club above have been asked for already. */
  isNew: boolean
}

export function ClubSection({ form, logo, parents, canMove, isNew }: ClubProps) {
  return (
    <FormSection title={isNew ? 'Details' : 'Club'}>
      <Controller
        name="logoChange"
        control={form.control}
        render={({ field }) => <LogoField stored={logo} value={field.value} onChange={field.onChange} />}
      />
      {!isNew && <TextField {...form.field('name')} label="Name" required maxLength={200} />}
      <TextField
        {...form.field('code')}
        label="Code"
        required
        maxLength={20}
        hint="A few letters, shown in brackets after the names of classes."
      />
      <SelectField {...form.field('clubTypeId')} label="Type" options={clubTypes} />
      {!isNew && <ParentField form={form} parents={parents} canMove={canMove} isNew={false} />}
      <DateField {...form.field('dateOpened')} label="Date opened" />
    </FormSection>
  )
}

function ParentField({ form, parents, canMove, isNew }: Omit<ClubProps, 'logo'>) {
  return (
    <SelectField
      {...form.field('parentClubId')}
      label="Part of"
      disabled={!canMove}
      hint={parentHint(canMove, isNew)}
      options={[{ value: null, text: 'No other club' }, ...parents]}
    />
  )
}

function parentHint(canMove: boolean, isNew: boolean): string {
  if (!canMove) return 'Only an admin of the club above can change this.'
  if (isNew) return 'Its admins reach this club too.'
  return 'Its admins reach this club too. Members move along; a member code that is taken there gets this code added.'
}

export function PeopleSection({ form, people }: { form: ClubFormHook; people: readonly Choice[] }) {
  const options = [{ value: null, text: 'Nobody' }, ...people]
  return (
    <FormSection title="People" hint="Out of those who work in the club. Owner and admin may do everything in it.">
      <SelectField {...form.field('ownerId')} label="Owner" options={options} />
      <SelectField {...form.field('adminId')} label="Admin" options={options} />
      <SelectField {...form.field('instructorId')} label="Instructor" options={options} />
    </FormSection>
  )
}

export function ContactSection({ form }: { form: ClubFormHook }) {
  return (
    <FormSection title="Contact">
      <TextField {...form.field('email')} label="E-mail" type="email" />
      <TextField {...form.field('phone')} label="Phone" type="tel" />
      <SelectField
        {...form.field('timeZone')}
        label="Time zone"
        hint="Classes keep their times by this clock."
        options={timeZoneOptions(String(form.watch('timeZone')))}
        required
      />
    </FormSection>
  )
}

export function AddressSection({ form, isNew = false }: { form: ClubFormHook; isNew?: boolean }) {
  const map = mapLink({
    latitude: numberOf(form.watch('address.latitude')),
    longitude: numberOf(form.watch('address.longitude')),
  })
  return (
    <FormSection
      title="Address"
      hint={
        map && (
          <a href={map} target="_blank" rel="noreferrer">
            <IconMapPin size={16} aria-hidden="true" /> See it on the map
          </a>
        )
      }
    >
      <TextField {...form.field('address.line')} label="Street" isWide />
      <TextField {...form.field('address.town')} label="Town" />
      {!isNew && <TextField {...form.field('address.postcode')} label="Postcode" maxLength={12} />}
      <Coordinate form={form} name="address.latitude" label="Latitude" hint="Such as 53.797" />
      <Coordinate form={form} name="address.longitude" label="Longitude" hint="Such as -1.527" />
      <Coordinate form={form} name="address.gridEast" label="Grid east" />
      <Coordinate form={form} name="address.gridNorth" label="Grid north" />
    </FormSection>
  )
}

interface CoordinateProps {
  form: ClubFormHook
  name: 'address.latitude' | 'address.longitude' | 'address.gridEast' | 'address.gridNorth'
  label: string
  hint?: string
}

function Coordinate({ form, name, label, hint }: CoordinateProps) {
  return (
    <WrittenField {...form.field(name)} label={label} hint={hint} read={readCoordinate} write={String}>
      {attributes => <input {...attributes} className={`${css.input} ${css.number}`} inputMode="decimal" />}
    </WrittenField>
  )
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
