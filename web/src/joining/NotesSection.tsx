import { IconPlus } from '@tabler/icons-react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../ui/Button.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import css from './Joining.module.css'
import type { Choices, StartValues } from './wizard.ts'

interface Props {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which this does not see
  form: Pick<UseFormReturn<StartValues, any, any>, 'watch' | 'setValue' | 'control'>
  categories: Choices['noteCategories']
}

/** As many notes as there is to say: an allergy is one, that he is shy another. */
export function NotesSection({ form, categories }: Props) {
  const notes = form.watch('notes')
  const set = (next: StartValues['notes']) => form.setValue('notes', next, { shouldDirty: true })
  const field = <Name extends `notes.${number}.${'noteCategoryId' | 'subject' | 'note' | 'isPinned'}`>(name: Name) => ({
    name,
    control: form.control,
  })
  const options = categories.map(({ id, name }) => ({ value: id, text: name }))
  const [general] = categories
  return (
    <>
      {notes.map((_, index) => (
        <FormSection
          // biome-ignore lint/suspicious/noArrayIndexKey: a note has no id yet, and its place is all that tells it from the others
          key={`${index} of ${notes.length}`}
          title={`Note ${index + 1}`}
        >
          <SelectField {...field(`notes.${index}.noteCategoryId`)} label="About" options={options} />
          <TextField {...field(`notes.${index}.subject`)} label="Subject" required maxLength={200} />
          <TextAreaField {...field(`notes.${index}.note`)} label="Note" rows={3} />
          <SwitchField {...field(`notes.${index}.isPinned`)} label="Pinned" hint="Stands on the register too." />
          <div className={css.takeOut}>
            <Button onClick={() => set(notes.filter((__, place) => place !== index))}>Take note {index + 1} out</Button>
          </div>
        </FormSection>
      ))}
      <div>
        <Button
          onClick={() =>
            set([...notes, { noteCategoryId: general?.id ?? 1301, subject: '', note: '', isPinned: false }])
          }
          disabled={notes.length >= 20}
        >
          <IconPlus size={18} aria-hidden="true" /> Add a note
        </Button>
      </div>
    </>
  )
}
