import { applyBulkEdit, type BulkChange, type BulkKind, previewBulkEdit } from '@honbu/contract/bulk.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { getJoiningChoices } from '@honbu/contract/joining.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { isRefusal, readKey, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Bulk.module.css'
import { BulkPreview } from './BulkPreview.tsx'
import { BulkProgress, type Edit } from './BulkProgress.tsx'
import { bulkTitles } from './bulk-titles.ts'
import type { ChangeFormProps } from './forms/form-props.ts'
import { CategoryForm, EndForm, FreezeForm, StatusForm } from './forms/membership.tsx'
import { NextPaymentForm, PaymentMethodForm, PlanForm } from './forms/money.tsx'
import { ClassForm, DocumentForm, TagsForm } from './forms/others.tsx'

/** Null: there is nothing to choose. */
const forms: Readonly<Record<BulkKind, ComponentType<ChangeFormProps> | null>> = {
  plan: PlanForm,
  paymentMethod: PaymentMethodForm,
  nextPayment: NextPaymentForm,
  status: StatusForm,
  category: CategoryForm,
  tags: TagsForm,
  class: ClassForm,
  freeze: FreezeForm,
  end: EndForm,
  invite: null,
  document: DocumentForm,
}

interface Props {
  kind: BulkKind
  chosen: Pick<Input<typeof previewBulkEdit>, 'members' | 'filter'>
  /** '12 members' */
  count: string
  /** Of which the people are; the first is meant unless another is chosen. */
  clubs: readonly { id: number; name: string }[]
  onClose: () => void
}

/** One change to many people: what it is, what it does to each, and how far it is. */
export function BulkEditDialog({ kind, chosen, count, clubs, onClose }: Props) {
  const [clubId, setClubId] = useState(clubs[0]?.id ?? 0)
  const [change, setChange] = useState<BulkChange | null>(kind === 'invite' && clubs.length === 1 ? { kind } : null)
  const [edit, setEdit] = useState<Edit | null>(null)
  const choices = useRead(getJoiningChoices, { id: clubId }, { enabled: clubId !== 0 })
  const ChangeForm = forms[kind]
  const title = `${bulkTitles[kind]}: ${count}`
  if (edit)
    return (
      <Dialog title={title} isOpen isWide onClose={onClose}>
        <BulkProgress begun={edit} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      {/* Kept while the preview is shown, so that going back finds what was chosen. */}
      <div className={css.step} hidden={change !== null}>
        {clubs.length > 1 && (
          <Select
            label="Club"
            value={String(clubId)}
            options={clubs.map(({ id, name }) => ({ value: String(id), text: name }))}
            onChoose={value => setClubId(Number(value))}
          />
        )}
        {choices.error && <p role="alert">{choices.error.message}</p>}
        {ChangeForm &&
          (choices.data ? (
            <ChangeForm key={clubId} clubId={clubId} choices={choices.data} onPreview={setChange} onCancel={onClose} />
          ) : (
            <SkeletonRows count={3} height="3rem" />
          ))}
        {kind === 'invite' && (
          <div className={css.buttons}>
            <Button variant="primary" onClick={() => setChange({ kind })}>
              Preview
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        )}
      </div>
      {change && (
        <Previewed
          edit={{ clubId, change, ...chosen }}
          onBack={ChangeForm || clubs.length > 1 ? () => setChange(null) : onClose}
          onBegun={setEdit}
        />
      )}
    </Dialog>
  )
}

interface PreviewedProps {
  edit: Input<typeof previewBulkEdit>
  onBack: () => void
  onBegun: (edit: Edit) => void
}

/** What has been made isn’t previewed again. */
const previewKey = readKey(previewBulkEdit)[1]

function Previewed({ edit, onBack, onBegun }: PreviewedProps) {
  const [problem, setProblem] = useState('')
  // What was read a moment ago may be true no more.
  const preview = useRead(previewBulkEdit, edit, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false })
  const client = useQueryClient()
  const apply = useWrite(applyBulkEdit, { invalidates: [] })
  const { data, error, isFetching } = preview

  async function applyAll(figures: string) {
    setProblem('')
    const result = await apply.mutateAsync({ ...edit, figures })
    if (!isRefusal(result)) {
      // Any list may show what was changed.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] !== previewKey && queryKey[0] !== 'billing',
      })
      return onBegun(result)
    }
    setProblem(result.message)
    if (result.status === 409) void preview.refetch()
  }

  return (
    <div className={css.step}>
      {(problem || error) && (
        <p className={css.problem} role="alert">
          {problem || error?.message}
        </p>
      )}
      {!data && !error && (
        <div role="status" aria-label="Working out the preview">
          <SkeletonRows count={4} height="2.5rem" />
        </div>
      )}
      {data && <BulkPreview preview={data} />}
      <div className={css.buttons}>
        {data && data.members > 0 && (
          <Button
            variant="primary"
            isBusy={apply.isPending || isFetching}
            onClick={() => void applyAll(data.figures)}
            data-autofocus=""
          >
            {data.isFinal ? `Send to ${counted(data.members, 'member')}` : `Change ${counted(data.members, 'member')}`}
          </Button>
        )}
        <Button onClick={onBack}>Back</Button>
      </div>
    </div>
  )
}
