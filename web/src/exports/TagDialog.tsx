import { getDirectoryChoices } from '@honbu/contract/directory.ts'
import { addTags, removeTags } from '@honbu/contract/tags.ts'
import { useId, useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import type { Chosen } from './chosen.ts'
import css from './Exports.module.css'

interface Props {
  chosen: Chosen
  /** '12 members' */
  count: string
  isAdding: boolean
  onClose: () => void
}

/** Gives many members a tag at once, or takes it from them. */
export function TagDialog({ chosen, count, isAdding, onClose }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const inputId = useId()
  const listId = useId()
  const choices = useRead(getDirectoryChoices, {})
  const add = useWrite(addTags)
  const remove = useWrite(removeTags)
  const tags = text
    .split(',')
    .map(tag => tag.trim())
    .filter(Boolean)

  async function save() {
    if (tags.length === 0) return setProblem('Write a tag, or several with commas between them.')
    const result = isAdding ? await add.mutateAsync({ ...chosen, tags }) : await remove.mutateAsync({ ...chosen, tags })
    if (isRefusal(result)) return setProblem(result.message)
    const changed = 'added' in result ? result.added : result.removed
    showToast({ message: isAdding ? `${changed} tags given.` : `${changed} tags taken away.` })
    onClose()
  }

  return (
    <Dialog title={isAdding ? `Add tags to ${count}` : `Remove tags from ${count}`} isOpen onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <label htmlFor={inputId}>Tags</label>
        <input
          id={inputId}
          className={css.input}
          list={listId}
          value={text}
          maxLength={1000}
          aria-describedby={`${inputId}-problem`}
          onChange={event => setText(event.target.value)}
        />
        <datalist id={listId}>
          {(choices.data?.tags ?? []).map(tag => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <p id={`${inputId}-problem`} className={problem ? css.problem : css.hint} role={problem ? 'alert' : undefined}>
          {problem || 'Several are written with commas between them.'}
        </p>
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={add.isPending || remove.isPending}>
            {isAdding ? 'Add tags' : 'Remove tags'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
