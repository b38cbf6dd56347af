import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { type Channel, deleteTemplate, getTemplate, saveTemplate, TemplateFields } from '@honbu/contract/templates.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ContentEditor } from './ContentEditor.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import css from './Templates.module.css'
import { templateAddress, templatesAddress } from './template-address.ts'

type Template = Output<typeof getTemplate>

/** A new template, empty or as a copy of another, or one that is changed. */
export function TemplateForm() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.clubId), idOf(params.id)]
  const isEdit = globalThis.location.pathname.includes('/edit/') && id > 0
  const club = useRead(getClub, { id: clubId })
  const answer = useRead(getTemplate, { id }, { enabled: id > 0 })
  const template = answer.data
  const isOthers = isEdit && template !== undefined && template.clubId !== clubId
  const error = club.error ?? answer.error
  const isReady = club.data && (id === 0 || template) && !isOthers
  return (
    <Screen>
      <PageHeader
        title={isEdit ? `Edit ${template?.templateName ?? 'template'}` : 'New template'}
        crumbs={[{ text: 'Message templates', to: templatesAddress(clubId) }]}
      >
        {club.data?.name}
      </PageHeader>
      <SaveGate call={saveTemplate} clubId={clubId} cannot="change templates">
        {error && (
          <ErrorState
            title="The template could not be loaded."
            error={error}
            retry={() => void Promise.all([club.refetch(), ...(id > 0 ? [answer.refetch()] : [])])}
          />
        )}
        {!error && !isOthers && (club.isLoading || answer.isLoading) && <SkeletonRows count={6} height="72px" />}
        {isOthers && (
          <EmptyState title={`${template.templateName} belongs to ${template.clubName}`}>
            Copy it to your club to change it there.
          </EmptyState>
        )}
        {isReady && <Fields key={`${clubId} ${id}`} clubId={clubId} template={template} isEdit={isEdit} />}
      </SaveGate>
    </Screen>
  )
}

const empty = {
  ...{ templateName: '', description: '', expiryDate: null as string | null, channel: 'email' as Channel },
  ...{ subject: '', template: '', layoutId: null as number | null },
}

const valuesOf = (record: Template) => ({
  templateName: record.templateName,
  description: record.description,
  expiryDate: record.expiryDate,
  channel: record.channel,
  subject: record.subject,
  template: record.template,
  layoutId: record.layoutId,
})

interface FieldsProps {
  clubId: number
  template: Template | undefined
  isEdit: boolean
}

function Fields({ clubId, template, isEdit }: FieldsProps) {
  const navigate = useNavigate()
  const save = useWrite(saveTemplate)
  const remove = useWrite(deleteTemplate)
  const id = isEdit && template ? template.id : 0
  // A copy begins as the template that it's made from.
  const hasDraft = isEdit || !template
  const copied = template && { ...valuesOf(template), templateName: `${template.templateName.slice(0, 90)} (copy)` }
  const form = useForm({
    schema: TemplateFields,
    values: (isEdit ? template && valuesOf(template) : copied) ?? empty,
    version: isEdit ? template?.version : undefined,
    save: (values, version) => save.mutateAsync({ id, clubId, ...(isEdit && { version }), ...values }),
    saved: ({ id: savedId }) => navigate({ to: templateAddress(savedId) as '/' }),
    fromRecord: valuesOf,
  })
  const [channel, subject, body, layoutId] = form.watch(['channel', 'subject', 'template', 'layoutId'])
  const { errors } = form.formState
  const set = { shouldDirty: true, shouldTouch: true } as const
  const value = { subject, body, layoutId }
  return (
    <div className={css.sides}>
      <Form
        form={form}
        submit="Save template"
        hasDraft={hasDraft}
        cancel={id ? templateAddress(id) : templatesAddress(clubId)}
        aside={
          id > 0 && (
            <DeleteButton
              what="template"
              name={template?.templateName ?? ''}
              text="What was sent from it keeps its words."
              remove={() => remove.mutateAsync({ id })}
              removed={() => navigate({ to: templatesAddress(clubId) as '/' })}
            />
          )
        }
      >
        {hasDraft && <KeepDraft of={form} form="template" clubId={clubId} record={id} />}
        <FormSection title="Template">
          <TextField {...form.field('templateName')} label="Name" required autoFocus={!isEdit} />
          <DateField {...form.field('expiryDate')} label="Last day of use" hint="Empty: without an end" />
          <TextField {...form.field('description')} label="Description" isWide />
        </FormSection>
        {!isEdit && (
          <div>
            <Segmented
              label="Sent as"
              options={[
                { value: 'email', text: 'E-mail' },
                { value: 'sms', text: 'Text message' },
              ]}
              value={channel}
              onChoose={chosen => {
                if (chosen === channel) return
                form.setValue('channel', chosen, set)
                form.setValue('template', chosen === 'sms' ? textOf(body) : paragraphsOf(body), set)
                form.setValue('subject', '', set)
                form.setValue('layoutId', null, set)
              }}
            />
          </div>
        )}
        <ContentEditor
          clubId={clubId}
          channel={channel}
          value={value}
          errors={{
            subject: errors.subject?.message,
            body: errors.template?.message,
            layoutId: errors.layoutId?.message,
          }}
          onChange={next => {
            if (next.subject !== subject) change('subject', next.subject)
            if (next.body !== body) change('template', next.body)
            if (next.layoutId !== layoutId) form.setValue('layoutId', next.layoutId, set)
          }}
        />
      </Form>
      <MessagePreview clubId={clubId} channel={channel} value={value} />
    </div>
  )

  function change(field: 'subject' | 'template', text: string) {
    form.setValue(field, text, set)
    if (errors[field]) form.clearErrors(field)
  }
}

/** The words of HTML, line by line. */
function textOf(html: string): string {
  const page = new DOMParser().parseFromString(html.replaceAll(/<\/(p|h\d|li)>/g, '\n'), 'text/html')
  return (page.body.textContent ?? '').trim()
}

function paragraphsOf(text: string): string {
  const words = document.createElement('div')
  return text
    .split('\n')
    .map(line => {
      words.textContent = line
      return `<p>${words.innerHTML}</p>`
    })
    .join('')
}
