import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { isRefusal, type Refusal } from '../app/api.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Shop.module.css'

interface Props {
  name: string
  isArchived: boolean
  onEdit: () => void
  archive: (isArchived: boolean) => Promise<object | Refusal>
}

/** What is done with an own entry of a list. */
export function EntryActions({ name, isArchived, onEdit, archive }: Props) {
  async function press() {
    const result = await archive(!isArchived)
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: isArchived ? `${name} is offered again.` : `${name} is archived.` })
  }
  return (
    <span className={css.actions}>
      <IconButton label={`Edit ${name}`} icon={<IconPencil size={18} aria-hidden="true" />} onClick={onEdit} />
      <IconButton
        label={isArchived ? `Offer ${name} again` : `Archive ${name}`}
        icon={
          isArchived ? <IconArchiveOff size={18} aria-hidden="true" /> : <IconArchive size={18} aria-hidden="true" />
        }
        onClick={() => void press()}
      />
    </span>
  )
}
