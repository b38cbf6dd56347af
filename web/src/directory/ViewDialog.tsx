import { DirectoryView, getDirectoryViews, saveDirectoryView } from '@honbu/contract/directory.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import type { View } from './view.ts'

interface Props {
  view: View
  /** Left out: a new one. */
  renamedFrom?: string
  onSaved: (view: View) => void
  onClose: () => void
}

const ViewFields = z.pick(DirectoryView, { name: true, isDefault: true })

/** The name of a view. */
export function ViewDialog({ view, renamedFrom, onSaved, onClose }: Props) {
  const save = useWrite(saveDirectoryView, { invalidates: [getDirectoryViews] })
  const form = useForm({
    schema: ViewFields,
    values: { name: view.name, isDefault: view.isDefault },
    isEdit: renamedFrom !== undefined,
    save: values => save.mutateAsync({ ...view, ...values, ...(renamedFrom !== undefined && { renamedFrom }) }),
    saved: (_, values) => onSaved({ ...view, ...values }),
  })
  return (
    <Dialog title={renamedFrom === undefined ? 'Save view' : 'Rename view'} isOpen onClose={onClose}>
      <Form form={form} submit="Save view" cancel={onClose} isInDialog>
        <TextField {...form.field('name')} label="Name" required autoFocus maxLength={100} />
        <SwitchField
          {...form.field('isDefault')}
          label="Begin with this view"
          hint="When the list of members is opened"
        />
      </Form>
    </Dialog>
  )
}
