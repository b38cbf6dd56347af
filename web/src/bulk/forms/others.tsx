import { bulkChanges } from '@honbu/contract/bulk.ts'
import { getClassesAndEvents } from '@honbu/contract/class-view.ts'
import { getDirectoryChoices } from '@honbu/contract/directory.ts'
import { getDocuments } from '@honbu/contract/papers.ts'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../app/api.ts'
import { MultiSelectField } from '../../ui/form/choices.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../Bulk.module.css'
import type { ChangeFormProps } from './form-props.ts'
import { useChangeForm } from './use-change-form.ts'

const TagFields = z.object({ isAdding: z.boolean() })

export function TagsForm({ clubId, onPreview, onCancel }: ChangeFormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()
  const choices = useRead(getDirectoryChoices, { clubId })
  const form = useForm({
    schema: TagFields,
    values: { isAdding: true },
    save: async ({ isAdding }) => {
      const names = text.split(',').flatMap(name => name.trim() || [])
      setProblem(names.length > 0 ? '' : 'Enter a tag, or several with commas between them.')
      if (names.length > 0) onPreview({ kind: 'tags', add: isAdding ? names : [], remove: isAdding ? [] : names })
      return {}
    },
  })
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <SelectField
        {...form.field('isAdding')}
        label="Change"
        options={[
          { value: true, text: 'Add tags' },
          { value: false, text: 'Remove tags' },
        ]}
      />
      <div className={css.tags}>
        <label htmlFor={id}>Tags</label>
        <input
          id={id}
          className={css.input}
          list={`${id}-list`}
          value={text}
          maxLength={1000}
          aria-describedby={`${id}-hint`}
          onChange={event => setText(event.target.value)}
        />
        <datalist id={`${id}-list`}>
          {(choices.data?.tags ?? []).map(tag => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <p id={`${id}-hint`} className={problem ? css.problem : css.soft} role={problem ? 'alert' : undefined}>
          {problem || 'Put commas between several tags.'}
        </p>
      </div>
    </Form>
  )
}

export function ClassForm({ clubId, choices: { today }, onPreview, onCancel }: ChangeFormProps) {
  const classes = useRead(getClassesAndEvents, { clubId, IncludeExpired: false, pageSize: 500, sort: 'className-asc' })
  const form = useChangeForm(
    bulkChanges.class,
    { kind: 'class' as const, classId: 0, isEnrolled: true, from: null as string | null },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <SelectField
        {...form.field('isEnrolled')}
        label="Change"
        options={[
          { value: true, text: 'Enrol in a class' },
          { value: false, text: 'Remove from a class' },
        ]}
      />
      <SelectField
        {...form.field('classId')}
        label="Class"
        required
        options={[
          { value: 0, text: 'Choose a class' },
          ...(classes.data?.data ?? []).map(({ classId, className }) => ({ value: classId, text: className })),
        ]}
      />
      <DateField {...form.field('from')} label="From" hint="Leave blank for today" today={today} />
    </Form>
  )
}

export function DocumentForm({ clubId, onPreview, onCancel }: ChangeFormProps) {
  const documents = useRead(getDocuments, { clubId })
  const form = useChangeForm(
    bulkChanges.document,
    { kind: 'document' as const, documentIds: [] as number[] },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <MultiSelectField
        {...form.field('documentIds')}
        label="Documents"
        options={(documents.data ?? []).flatMap(({ documentId, versions: [inForce], withdrawnAt }) =>
          inForce && withdrawnAt === null ? [{ value: documentId, text: inForce.title }] : [],
        )}
        none="This club has no documents in force."
      />
    </Form>
  )
}
