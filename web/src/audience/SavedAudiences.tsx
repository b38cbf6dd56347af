import { type Audience, deleteAudience, getSavedAudiences, saveAudience } from '@honbu/contract/audience.ts'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Audience.module.css'
import { SaveAudienceDialog } from './SaveAudienceDialog.tsx'

interface Props {
  clubId: number
  value: Audience
  onChoose: (audience: Audience) => void
}

/** The audiences that a club uses again: chosen by name, kept, changed and deleted here. */
export function SavedAudiences({ clubId, value, onChoose }: Props) {
  const saved = useRead(getSavedAudiences, { id: clubId }).data ?? []
  const save = useWrite(saveAudience)
  const remove = useWrite(deleteAudience)
  const { ask, dialog } = useConfirm()
  const [chosenId, setChosenId] = useState(0)
  const [isNaming, setNaming] = useState(false)
  const chosen = saved.find(({ id }) => id === chosenId)
  const isChanged = chosen !== undefined && JSON.stringify(chosen.audience) !== JSON.stringify(value)
  const isEmpty = value.include.length === 0 && value.exclude.length === 0

  const change = async () => {
    if (!chosen) return
    const { id, name, version } = chosen
    const result = await save.mutateAsync({ id, clubId, name, version, audience: value })
    showToast({ message: isRefusal(result) ? result.message : `${name} is changed.` })
  }
  const drop = async () => {
    if (!chosen) return
    const text = 'Messages that were made with it stay as they are.'
    if (!(await ask({ title: `Delete ${chosen.name}?`, text, action: 'Delete audience', isDanger: true }))) return
    const result = await remove.mutateAsync({ id: chosen.id })
    showToast({ message: isRefusal(result) ? result.message : `${chosen.name} is deleted.` })
    setChosenId(0)
  }
  if (saved.length === 0 && isEmpty) return null
  return (
    <div className={css.saved}>
      {saved.length > 0 && (
        <Select
          label="Saved audience"
          options={[{ value: '0', text: 'None' }, ...saved.map(({ id, name }) => ({ value: String(id), text: name }))]}
          value={String(chosen?.id ?? 0)}
          onChoose={text => {
            const next = saved.find(({ id }) => id === Number(text))
            setChosenId(next?.id ?? 0)
            onChoose(next?.audience ?? { include: [], exclude: [] })
          }}
        />
      )}
      {isChanged && (
        <Button onClick={() => void change()} isBusy={save.isPending}>
          Save changes to {chosen.name}
        </Button>
      )}
      {!isEmpty && (!chosen || isChanged) && <Button onClick={() => setNaming(true)}>Save as…</Button>}
      {chosen && !isChanged && (
        <Button variant="quiet" onClick={() => void drop()}>
          Delete {chosen.name}
        </Button>
      )}
      {isNaming && (
        <SaveAudienceDialog
          clubId={clubId}
          audience={value}
          onClose={() => setNaming(false)}
          onSaved={id => {
            setChosenId(id)
            setNaming(false)
          }}
        />
      )}
      {dialog}
    </div>
  )
}
