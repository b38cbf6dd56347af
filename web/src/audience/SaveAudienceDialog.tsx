import { type Audience, saveAudience } from '@honbu/contract/audience.ts'
import { useId, useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Audience.module.css'

interface Props {
  clubId: number
  audience: Audience
  onSaved: (id: number) => void
  onClose: () => void
}

/** Keeps an audience under a name. No form element: it may stand within the form of a message. */
export function SaveAudienceDialog({ clubId, audience, onSaved, onClose }: Props) {
  const save = useWrite(saveAudience)
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState('')
  const wrongId = useId()
  const keep = async () => {
    if (name.trim() === '') return setWrong('Give it a name')
    const result = await save.mutateAsync({ id: 0, clubId, name: name.trim(), audience })
    if (isRefusal(result)) return setWrong(result.fields?.name?.[0] ?? result.message)
    showToast({ message: `${result.name} is saved.` })
    onSaved(result.id)
  }
  return (
    <Dialog
      title="Save this audience"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isBusy={save.isPending} onClick={() => void keep()}>
            Save audience
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <label className={css.nameField}>
        Name
        <input
          className={css.find}
          value={name}
          maxLength={100}
          aria-invalid={wrong !== '' || undefined}
          aria-describedby={wrongId}
          onChange={event => {
            setName(event.target.value)
            setWrong('')
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void keep()
          }}
        />
      </label>
      <p className={css.wrong} id={wrongId} role="alert">
        {wrong}
      </p>
    </Dialog>
  )
}
