import { DocumentFields, documentKinds, saveDocument } from '@honbu/contract/papers.ts'
import { useWrite } from '../app/api.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import css from './DocumentDialog.module.css'
import { MarkdownText } from './MarkdownText.tsx'
import type { ClubDocument } from './papers.ts'

interface Props {
  clubId: number
  /** None: a new one. */
  document: ClubDocument | undefined
  onClose: () => void
}

const valuesOf = ({ kind, title, isRequired, text }: ClubDocument) => ({ kind, title, isRequired, text })

const kinds = Object.entries(documentKinds).map(([value, text]) => ({ value, text }))

/** The draft of a document, with how it will look. Nothing is asked of anybody before it is published. */
export function DocumentDialog({ clubId, document, onClose }: Props) {
  const save = useWrite(saveDocument)
  const newest = document?.versions[0]
  const form = useForm({
    schema: DocumentFields,
    values: document ? valuesOf(document) : { kind: 'terms' as const, title: '', isRequired: true, text: '' },
    version: document?.version,
    save: (values, version) =>
      save.mutateAsync({ id: document?.documentId ?? 0, clubId, ...(document && { version }), ...values }),
    saved: (_result, { title, text }) => {
      const isSame = newest !== undefined && title === document?.title && text === document.text && !document.hasChanges
      showToast({
        message: isSame ? `${title} is saved.` : `The draft of ${title} is saved. Publish it to put it in force.`,
      })
      onClose()
    },
    fromRecord: valuesOf,
  })
  const text = form.watch('text')
  return (
    <Dialog title={document ? `Edit ${document.title}` : 'New document'} isOpen isWide onClose={onClose}>
      <Form form={form} submit="Save draft" cancel={onClose} isInDialog>
        <KeepDraft of={form} form="document" clubId={clubId} record={document?.documentId} />
        <FormSection title="Document">
          <TextField {...form.field('title')} label="Title" required autoFocus={!document} />
          <SelectField
            {...form.field('kind')}
            label="Kind"
            options={kinds}
            disabled={newest !== undefined}
            hint="A signed photo consent allows photos."
          />
          <SwitchField
            {...form.field('isRequired')}
            label="Required"
            hint="Registers show who has not signed it. Photo consent should be the member’s own choice."
          />
        </FormSection>
        <FormSection
          title="Text"
          hint="Plain text, or: # heading, - list, 1. list, **bold**, *italic*, [words](https://…). An empty line begins a paragraph."
        >
          <div className={css.columns}>
            <TextAreaField {...form.field('text')} label="Text that is signed" rows={16} isWide={false} required />
            <section className={css.preview} aria-label="How it will look">
              {text.trim() === '' ? <p className={css.none}>How it will look</p> : <MarkdownText text={text} />}
            </section>
          </div>
        </FormSection>
      </Form>
    </Dialog>
  )
}
