import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { deleteLayout, getLayout, LayoutFields, saveLayout } from '@honbu/contract/templates.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import css from './Templates.module.css'
import { layoutsAddress } from './template-address.ts'

const RichEditor = lazy(() => import('./RichEditor.tsx').then(m => ({ default: m.RichEditor })))

type Layout = Output<typeof getLayout>

/** A new layout of a club (id 0), or one that is changed; who may not change it sees how it looks. */
export function LayoutForm() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.clubId), idOf(params.id)]
  const club = useRead(getClub, { id: clubId }, { enabled: id === 0, retry: false })
  const answer = useRead(getLayout, { id }, { enabled: id > 0 })
  const layout = answer.data
  const isOurs = id === 0 || layout?.clubId === clubId
  const error = answer.error ?? (id === 0 ? club.error : null)
  return (
    <Screen>
      <PageHeader
        title={id === 0 ? 'New layout' : (layout?.layoutName ?? 'Layout')}
        crumbs={[{ text: 'Message layouts', to: layoutsAddress() }]}
      >
        {layout?.clubName ?? club.data?.name}
      </PageHeader>
      {error && (
        <ErrorState title="The layout could not be loaded." error={error} retry={() => void answer.refetch()} />
      )}
      {!error && (answer.isLoading || (id === 0 && club.isLoading)) && <SkeletonRows count={6} height="72px" />}
      {isOurs && (
        <SaveGate
          call={saveLayout}
          clubId={clubId}
          cannot="change layouts"
          otherwise={layout && <LayoutPreview clubId={clubId} layout={layout} />}
        >
          <Fields key={`${clubId} ${id}`} clubId={clubId} layout={layout} />
        </SaveGate>
      )}
      {layout && !isOurs && (
        <>
          <p className={css.note}>Made by {layout.clubName}, whose admins change it for all clubs that use it.</p>
          {layout.usedIn[0] && <LayoutPreview clubId={layout.usedIn[0].id} layout={layout} />}
        </>
      )}
    </Screen>
  )
}

/** With words in between, so that it can be seen as a letter. */
const LayoutPreview = ({ clubId, layout }: { clubId: number; layout: { header: string; footer: string } }) => (
  <MessagePreview
    clubId={clubId}
    channel="email"
    value={{ subject: '', body: '<p>The words of the message stand here.</p>', layoutId: null }}
    layout={{ header: layout.header, footer: layout.footer }}
  />
)

const valuesOf = ({ layoutName, description, expiryDate, header, footer }: Layout) => ({
  layoutName,
  description,
  expiryDate,
  header,
  footer,
})

const empty = { layoutName: '', description: '', expiryDate: null as string | null, header: '', footer: '' }

function Fields({ clubId, layout }: { clubId: number; layout: Layout | undefined }) {
  const navigate = useNavigate()
  const save = useWrite(saveLayout)
  const remove = useWrite(deleteLayout)
  const id = layout?.id ?? 0
  const form = useForm({
    schema: LayoutFields,
    values: layout ? valuesOf(layout) : empty,
    version: layout?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, ...(layout && { version }), ...values }),
    saved: () => navigate({ to: layoutsAddress(clubId) as '/' }),
    fromRecord: valuesOf,
  })
  const [header, footer] = form.watch(['header', 'footer'])
  const { errors } = form.formState
  const part = (field: 'header' | 'footer', label: string, value: string) => (
    <div className={css.part}>
      <p className={css.partLabel}>{label}</p>
      <Suspense fallback={<Skeleton height="160px" />}>
        <RichEditor
          clubId={clubId}
          label={label}
          isLow
          value={value}
          isInvalid={errors[field] !== undefined}
          onChange={html => {
            form.setValue(field, html, { shouldDirty: true, shouldTouch: true })
            if (errors[field]) form.clearErrors(field)
          }}
        />
      </Suspense>
      {errors[field]?.message && <FieldError message={errors[field].message} />}
    </div>
  )
  return (
    <div className={css.sides}>
      <Form
        form={form}
        submit="Save layout"
        hasDraft
        cancel={layoutsAddress(clubId)}
        aside={
          layout && (
            <DeleteButton
              what="layout"
              name={layout.layoutName}
              text={layout.templateCount > 0 ? `Templates in it: ${layout.templateCount}.` : 'No template is in it.'}
              remove={() => remove.mutateAsync({ id })}
              removed={() => navigate({ to: layoutsAddress(clubId) as '/' })}
            />
          )
        }
      >
        <KeepDraft of={form} form="layout" clubId={clubId} record={id} />
        <FormSection title="Layout">
          <TextField {...form.field('layoutName')} label="Name" required autoFocus={!layout} />
          <DateField {...form.field('expiryDate')} label="Last day of use" hint="Empty: without an end" />
          <TextField {...form.field('description')} label="Description" isWide />
        </FormSection>
        {part('header', 'Header', header)}
        {part('footer', 'Footer', footer)}
      </Form>
      <LayoutPreview clubId={clubId} layout={{ header, footer }} />
    </div>
  )
}
