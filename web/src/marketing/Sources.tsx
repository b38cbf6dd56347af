import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { getMarketing, getMarketingCosts } from '@honbu/contract/marketing.ts'
import {
  deleteMarketingSource,
  getMarketingSources,
  MarketingSourceFields,
  saveMarketingSource,
} from '@honbu/contract/settings.ts'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Marketing.module.css'

type Source = Output<typeof getMarketingSources>[number]

/** By what ways people come: those that every club has, those of the clubs above, and the club's own. */
export function Sources({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const answer = useRead(getMarketingSources, { id: clubId })
  const [edited, setEdited] = useState<Source | 'new' | null>(null)
  return (
    <Panel
      title="Sources"
      aside={
        isAdmin && (
          <Button onClick={() => setEdited('new')}>
            <IconPlus size={18} aria-hidden="true" />
            New source
          </Button>
        )
      }
    >
      {answer.error && !answer.data && (
        <ErrorState title="The sources could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      <ul className={css.sources} aria-label="Sources">
        {(answer.data ?? []).map(source => (
          <li key={source.id}>
            <span>{source.name}</span>
            <span className={css.soft}>
              {source.useCount === 1 ? '1 person' : `${wholeNumber(source.useCount)} people`}
            </span>
            {source.clubId === null && <Badge>Every club has it</Badge>}
            {source.clubId !== null && source.isInherited && <Badge>From {source.clubName}</Badge>}
            {isAdmin && !source.isInherited && (
              <IconButton
                label={`Edit ${source.name}`}
                icon={<IconPencil size={18} aria-hidden="true" />}
                onClick={() => setEdited(source)}
              />
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <SourceDialog clubId={clubId} source={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  )
}

const stale = { invalidates: [getMarketingSources, getMarketing, getMarketingCosts] }

function SourceDialog({ clubId, source, onClose }: { clubId: number; source: Source | null; onClose: () => void }) {
  const save = useWrite(saveMarketingSource, stale)
  const remove = useWrite(deleteMarketingSource, stale)
  const id = source?.id ?? 0
  const form = useForm({
    schema: MarketingSourceFields,
    values: { name: source?.name ?? '' },
    version: source?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: onClose,
    fromRecord: ({ name }: Source) => ({ name }),
  })
  return (
    <Dialog title={source ? `Edit ${source.name}` : 'New source'} isOpen onClose={onClose}>
      <Form
        form={form}
        submit="Save source"
        cancel={onClose}
        isInDialog
        aside={
          source && (
            <DeleteButton
              what="source"
              name={source.name}
              remove={() => remove.mutateAsync({ id })}
              removed={onClose}
            />
          )
        }
      >
        <TextField {...form.field('name')} label="Name" required autoFocus />
      </Form>
    </Dialog>
  )
}
