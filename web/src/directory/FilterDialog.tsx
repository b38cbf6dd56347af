import { directoryColumns, type getDirectoryChoices } from '@honbu/contract/directory.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useDeferredValue } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { MoneyField, NumberField, SelectField, TextField } from '../ui/form/fields.tsx'
import css from './Directory.module.css'
import { FacetFields, type Facets, noFacets } from './facets.ts'

export type DirectoryChoices = Output<typeof getDirectoryChoices>

interface Props {
  facets: Facets
  choices: DirectoryChoices
  onApply: (facets: Facets) => void
  onClose: () => void
}

const anything = { value: null, text: 'Any' } as const

/** Everything that members can be found by, with the names of the user's own clubs to choose from. */
export function FilterDialog({ facets, choices, onApply, onClose }: Props) {
  const form = useForm<Facets>({
    defaultValues: facets,
    resolver: standardSchemaResolver(FacetFields),
    mode: 'onTouched',
  })
  const { control } = form
  // Twenty-five fields at once keep the press that opens them waiting: the first section is there, and the rest follows.
  const isWhole = useDeferredValue(true, false)
  const discipline = choices.disciplines.find(({ id }) => id === form.watch('disciplineId'))
  const grades = [anything, ...(discipline?.grades ?? []).map(({ id, name }) => ({ value: id, text: name }))]
  const byName = (names: readonly string[]) => names.map(name => ({ value: name, text: name }))
  const withClub = (rows: readonly { id: number; name: string; clubName: string }[]) =>
    rows.map(({ id, name, clubName }) => ({
      value: id,
      text: rows.some(other => other.id !== id && other.name === name) ? `${name} · ${clubName}` : name,
    }))
  const apply = form.handleSubmit(values => onApply(sound(values, discipline?.grades.map(({ id }) => id) ?? [])))
  return (
    <Dialog title="Filter members" isOpen isWide onClose={onClose}>
      <form className={css.filters} noValidate onSubmit={event => void apply(event)}>
        <FormSection title="Membership">
          <TextField name="name" control={control} label="Name" hint="Part of a first or last name" />
          {choices.clubs.length > 1 && (
            <MultiSelectField
              name="clubs"
              control={control}
              label="Club"
              options={choices.clubs.map(({ id, name }) => ({ value: id, text: name }))}
            />
          )}
          <MultiSelectField
            name="statuses"
            control={control}
            label="Status"
            options={directoryColumns.memberStatusId.choices.map(({ value, text }) => ({ value: Number(value), text }))}
          />
          <MultiSelectField name="categories" control={control} label="Category" options={byName(choices.categories)} />
          <MultiSelectField name="plans" control={control} label="Plan" options={byName(choices.plans)} />
          <MultiSelectField name="tags" control={control} label="Tag" options={byName(choices.tags)} />
          <MultiSelectField
            name="missing"
            control={control}
            label="Missing"
            options={directoryColumns.missing.choices.map(({ value, text }) => ({ value: Number(value), text }))}
          />
          <SelectField name="frozen" control={control} label="Frozen" options={freezes} />
        </FormSection>
        {isWhole ? (
          <>
            <FormSection title="Training">
              <SelectField
                name="disciplineId"
                control={control}
                label="Discipline"
                options={[anything, ...withClub(choices.disciplines)]}
              />
              {discipline && (
                <>
                  <SelectField name="gradeFrom" control={control} label="Grade from" options={grades} />
                  <SelectField name="gradeTo" control={control} label="Grade up to" options={grades} />
                </>
              )}
              {choices.classes ? (
                <MultiSelectField
                  name="classes"
                  control={control}
                  label="Enrolled in class"
                  options={withClub(choices.classes)}
                />
              ) : (
                <p className={css.hint}>To choose a class, filter by one club first, or open the club’s own list.</p>
              )}
              <SelectField name="attended" control={control} label="Last attended" options={attendances} />
              <DateField name="attendedFrom" control={control} label="Last attended from" />
              <DateField name="attendedTo" control={control} label="Last attended up to" />
            </FormSection>
            <FormSection title="Age and joining">
              <NumberField name="ageFrom" control={control} label="Age from" />
              <NumberField name="ageTo" control={control} label="Age up to" />
              <MultiSelectField
                name="months"
                control={control}
                label="Birthday in"
                options={directoryColumns.birthdayMonth.choices.map(({ value, text }) => ({
                  value: Number(value),
                  text,
                }))}
              />
              <SelectField name="joinedWithin" control={control} label="Joined" options={joined} />
              <DateField name="joinedFrom" control={control} label="Joined from" />
              <DateField name="joinedTo" control={control} label="Joined up to" />
              <MultiSelectField
                name="sources"
                control={control}
                label="Marketing source"
                options={choices.marketingSources.map(({ id, name }) => ({ value: id, text: name }))}
              />
            </FormSection>
            <FormSection title="Money">
              <SelectField name="debt" control={control} label="Debt" options={debts} />
              <MoneyField name="debtFrom" control={control} label="Owes at least" />
              <SelectField name="mandate" control={control} label="Direct debit" options={mandates} />
            </FormSection>
          </>
        ) : (
          <div className={css.toFollow} />
        )}
        <div className={css.filterButtons}>
          <Button type="submit" variant="primary">
            Show members
          </Button>
          <Button onClick={() => form.reset(noFacets)}>Clear all</Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

const attendances: readonly { value: Facets['attended']; text: string }[] = [
  anything,
  { value: -7, text: 'In the last 7 days' },
  { value: -30, text: 'In the last 30 days' },
  { value: 14, text: 'Not for 14 days' },
  { value: 30, text: 'Not for 30 days' },
  { value: 90, text: 'Not for 90 days' },
  { value: 'never', text: 'Never' },
]

const joined = [
  anything,
  { value: 7, text: 'In the last 7 days' },
  { value: 30, text: 'In the last 30 days' },
  { value: 90, text: 'In the last 90 days' },
  { value: 365, text: 'In the last year' },
] as const

const debts = [anything, { value: 'some', text: 'Owes something' }, { value: 'none', text: 'Owes nothing' }] as const
const freezes = [anything, { value: 'yes', text: 'Frozen today' }, { value: 'no', text: 'Not frozen' }] as const
const mandates = [anything, { value: 'yes', text: 'Pays by direct debit' }, { value: 'no', text: 'Does not' }] as const

/** A grade of a discipline that is no longer chosen is none. */
function sound(values: Facets, gradeIds: readonly number[]): Facets {
  const known = (id: number | null) => (id !== null && gradeIds.includes(id) ? id : null)
  const [gradeFrom, gradeTo] = [known(values.gradeFrom), known(values.gradeTo)]
  return { ...values, gradeFrom, gradeTo }
}
