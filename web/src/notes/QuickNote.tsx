import { saveNote } from '@honbu/contract/notes.ts'
import { useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import css from './Notes.module.css'
import { noteReads } from './note-reads.ts'

interface Props {
  memberId: number
  categories: readonly { id: number; name: string }[]
  /** What the list is filtered by: a note written under a filter belongs there. */
  categoryId: number | undefined
  /** All fields, beginning with what has been typed. */
  onMore: (subject: string) => void
}

/** One line and Enter. */
export function QuickNote({ memberId, categories, categoryId, onMore }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const save = useWrite(saveNote, { invalidates: noteReads })
  const noteCategoryId = categoryId ?? categories[0]?.id

  async function add() {
    const subject = text.trim()
    if (!subject || save.isPending) return
    setProblem('')
    const result = await save.mutateAsync({
      id: memberId,
      memberNoteId: 0,
      noteCategoryId: noteCategoryId ?? 1301,
      subject,
      note: '',
      reminder: null,
      completed: false,
      isPinned: false,
      sendSms: false,
      sendEmail: false,
      evenWithoutConsent: false,
    })
    if (isRefusal(result)) return setProblem(result.message)
    setText('')
  }

  return (
    <form
      className={css.quick}
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        className={css.input}
        aria-label="Quick note"
        placeholder="Write a note"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" isBusy={save.isPending} disabled={text.trim() === ''}>
        Add
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          onMore(text.trim())
          setText('')
        }}
      >
        More…
      </Button>
      <span role="alert" className={css.problem}>
        {problem}
      </span>
    </form>
  )
}
