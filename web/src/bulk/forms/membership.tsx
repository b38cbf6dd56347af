import { bulkChanges } from '@honbu/contract/bulk.ts'
import { freezeReasons, leavingReasons } from '@honbu/contract/move-reasons.ts'
import { getNotInterestedReasons } from '@honbu/contract/settings.ts'
import { useRead } from '../../app/api.ts'
import { useRights } from '../../app/rights.ts'
import { SwitchField } from '../../ui/form/choices.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { MoneyField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import type { ChangeFormProps } from './form-props.ts'
import { useChangeForm } from './use-change-form.ts'

export function StatusForm({ clubId, onPreview, onCancel }: ChangeFormProps) {
  const reasons = useRead(getNotInterestedReasons, { id: clubId })
  const form = useChangeForm(
    bulkChanges.status,
    {
      ...{ kind: 'status' as const, to: 'issue' as 'issue' | 'active' | 'enquiry' | 'notInterested' },
      ...{ reason: '', reasonId: null as number | null },
    },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <SelectField
        {...form.field('to')}
        label="New status"
        hint="To end memberships, use End membership"
        options={[
          { value: 'issue', text: 'Issue' },
          { value: 'active', text: 'Active' },
          { value: 'enquiry', text: 'Enquiry' },
          { value: 'notInterested', text: 'Not interested' },
        ]}
      />
      {form.watch('to') === 'notInterested' ? (
        <SelectField
          {...form.field('reasonId')}
          label="Reason"
          required
          options={(reasons.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
        />
      ) : (
        <TextField {...form.field('reason')} label="Reason (optional)" />
      )}
    </Form>
  )
}

export function CategoryForm({ choices, onPreview, onCancel }: ChangeFormProps) {
  const form = useChangeForm(
    bulkChanges.category,
    { kind: 'category' as const, categoryId: choices.categories[0]?.categoryId ?? null },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <SelectField
        {...form.field('categoryId')}
        label="Category"
        options={[
          ...choices.categories.map(({ categoryId, name }) => ({ value: categoryId, text: name })),
          { value: null, text: 'No category' },
        ]}
      />
    </Form>
  )
}

export function FreezeForm({ choices: { today }, onPreview, onCancel }: ChangeFormProps) {
  const form = useChangeForm(
    bulkChanges.freeze,
    { kind: 'freeze' as const, from: today, until: null as string | null, price: 0, reason: '' },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <DateField {...form.field('from')} label="From" required today={today} />
      <DateField {...form.field('until')} label="Last day" hint="Leave blank for no end date" today={today} />
      <MoneyField {...form.field('price')} label="Price of a frozen period" required />
      <ReasonField {...form.field('reason')} label="Reason" required reasons={freezeReasons} />
    </Form>
  )
}

export function EndForm({ clubId, choices: { today }, onPreview, onCancel }: ChangeFormProps) {
  const { may } = useRights()
  const form = useChangeForm(
    bulkChanges.end,
    {
      ...{ kind: 'end' as const, memberUntil: null as string | null, reason: '', givesBack: false },
      term: 'charge' as 'charge' | 'waive',
    },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <ReasonField {...form.field('reason')} label="Reason" required reasons={leavingReasons} />
      <DateField {...form.field('memberUntil')} label="Last day" hint="Leave blank for today" today={today} />
      {may('giveCredit', clubId) && (
        <SelectField
          {...form.field('term')}
          label="Minimum term or notice"
          options={[
            { value: 'charge', text: 'Charge what is left of it' },
            { value: 'waive', text: 'Waive it' },
          ]}
        />
      )}
      <SwitchField {...form.field('givesBack')} label="Credit days they paid for and won’t use" />
    </Form>
  )
}
