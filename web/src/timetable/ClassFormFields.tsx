import { classTypeIds, rulesOf } from '@honbu/contract/class-types.ts'
import { names } from '@honbu/contract/ids.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { useAddress } from '../ui/address.ts'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { ClassCost } from './ClassCost.tsx'
import { ClassPeople } from './ClassPeople.tsx'
import { ClassPlaces } from './ClassPlaces.tsx'
import { ClassRange } from './ClassRange.tsx'
import { ClassWhen } from './ClassWhen.tsx'
import { classAddress, classesTabAddress } from './class-address.ts'
import { type Editing, useClassForm } from './use-class-form.ts'

/** The form of a class. Its type says which parts there are and which stands first. */
export function ClassFormFields(editing: Editing) {
  const { clubId, record } = editing
  const { form, dialog } = useClassForm(editing)
  // One from the schedule, or like another, begins with what was chosen there.
  const { search } = useAddress()
  const hasDraft = record === undefined && Object.keys(search).length === 0
  const part = { ...editing, form }
  const rules = rulesOf(form.watch('classTypeId'))
  return (
    <>
      <Form
        form={form}
        submit={record ? 'Save class' : 'Create class'}
        hasDraft={hasDraft}
        cancel={record ? classAddress(record.classId) : classesTabAddress(clubId)}
      >
        {hasDraft && <KeepDraft of={form} form="class" clubId={clubId} />}
        <FormSection title="The class">
          <TextField {...form.field('className')} label="Name" required maxLength={200} autoFocus={!record} />
          <SelectField
            {...form.field('classTypeId')}
            label="Type"
            hint={rules.about}
            options={classTypeIds.map(value => ({ value, text: names[value] ?? String(value) }))}
          />
          <TextAreaField
            {...form.field('description')}
            label="Description"
            hint="What people read before they come."
            rows={3}
          />
        </FormSection>
        {rules.costFirst && <ClassCost {...part} />}
        <ClassWhen {...part} />
        <ClassPeople {...part} />
        <ClassRange {...part} />
        <ClassPlaces {...part} />
        {!rules.costFirst && rules.costs !== null && <ClassCost {...part} />}
      </Form>
      {dialog}
    </>
  )
}
