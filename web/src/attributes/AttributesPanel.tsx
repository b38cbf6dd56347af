import { attributeValue, deleteAttribute, getAttributes, saveAttribute } from '@honbu/contract/attributes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Attributes.module.css'

type Given = Output<typeof getAttributes>[number]

/** What the club wants to know of its members beside what everybody asks. */
export function AttributesPanel({ memberId }: { memberId: number }) {
  const [edited, setEdited] = useState<Given | null>(null)
  const answer = useRead(getAttributes, { id: memberId })
  const remove = useWrite(deleteAttribute)
  const { ask, dialog } = useConfirm()

  async function pressRemove({ name, memberAttributeId }: Given) {
    if (memberAttributeId === null) return
    const text = 'The field stays, without a value.'
    if (!(await ask({ title: `Remove ${name}?`, text, action: 'Remove value', isDanger: true }))) return
    const result = await remove.mutateAsync({ id: memberAttributeId })
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message: `${name} removed` })
  }

  return (
    <Panel title="Attributes">
      {answer.error && !answer.data && (
        <ErrorState
          title="The attributes could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={3} height="2rem" />}
      {answer.data?.length === 0 && (
        <EmptyState title="The club asks for nothing more">
          An admin adds attributes (shoe size, school, medical form …) in the club’s settings.
        </EmptyState>
      )}
      <dl className={css.list}>
        {(answer.data ?? []).map(given => (
          <div key={given.attributeId} className={css.row}>
            <dt className={css.name}>{given.name}</dt>
            <dd className={css.value}>
              {given.value ? shownValue(given) : <span className={css.none}>{given.isRequired ? 'Missing' : '–'}</span>}
            </dd>
            <dd className={css.edit}>
              <IconButton
                label={`Change ${given.name}`}
                icon={<IconPencil size={18} aria-hidden="true" />}
                onClick={() => setEdited(given)}
              />
              {given.value !== '' && !given.isRequired && (
                <IconButton
                  label={`Remove ${given.name}`}
                  icon={<IconX size={18} aria-hidden="true" />}
                  onClick={() => void pressRemove(given)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {edited && <AttributeDialog memberId={memberId} given={edited} onClose={() => setEdited(null)} />}
      {dialog}
    </Panel>
  )
}

function shownValue({ type, value }: Given): string {
  if (type === 'date') return shortDate(value)
  if (type === 'yesno') return value === 'yes' ? 'Yes' : 'No'
  return value
}

interface DialogProps {
  memberId: number
  given: Given
  onClose: () => void
}

function AttributeDialog({ memberId, given, onClose }: DialogProps) {
  const save = useWrite(saveAttribute)
  const form = useForm({
    schema: schemaOf(given),
    values: { value: given.value as string | null },
    version: given.version,
    save: ({ value }, version) =>
      save.mutateAsync({
        id: memberId,
        attributeId: given.attributeId,
        memberAttributeId: given.memberAttributeId,
        version,
        value: value ?? '',
      }),
    saved: onClose,
    fromRecord: (record: Given) => ({ value: record.value }),
  })
  const field = form.field('value')
  const none = given.isRequired ? 'Choose' : 'Nothing'
  return (
    <Dialog title={given.name} isOpen onClose={onClose}>
      <Form form={form} submit="Save" cancel={onClose} isInDialog>
        {(given.type === 'text' || given.type === 'number') && (
          <TextField {...field} label={given.name} required={given.isRequired} />
        )}
        {given.type === 'date' && <DateField {...field} label={given.name} required={given.isRequired} />}
        {given.type === 'yesno' && (
          <SelectField
            {...field}
            label={given.name}
            required={given.isRequired}
            options={[
              { value: '', text: none },
              { value: 'yes', text: 'Yes' },
              { value: 'no', text: 'No' },
            ]}
          />
        )}
        {given.type === 'choice' && (
          <SelectField
            {...field}
            label={given.name}
            required={given.isRequired}
            options={[{ value: '', text: none }, ...given.choices.map(choice => ({ value: choice, text: choice }))]}
          />
        )}
      </Form>
    </Dialog>
  )
}

/** The contract's own rule, beside the field. */
const schemaOf = (given: Given) =>
  z.object({ value: z.nullable(z.string()) }).check(context => {
    const read = attributeValue(context.value.value ?? '', given)
    if ('wrong' in read)
      context.issues.push({ code: 'custom', input: context.value.value, path: ['value'], message: read.wrong })
  })
