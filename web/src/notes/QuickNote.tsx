import { getNoteReaders } from '@honbu/contract/note-readers.ts'
import { saveNote } from '@honbu/contract/notes.ts'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { MentionInput } from './MentionInput.tsx'
import { type Mentionable, namedIn } from './mention.ts'
import css from './Notes.module.css'
import { noteReads } from './note-reads.ts'

interface Props {
  memberId: number
  /** Where it is written; 0: in no club of the user's. */
  clubId: number
  categories: readonly { id: number; name: string }[]
  /** What the list is filtered by: a note written under a filter belongs there. */
  categoryId: number | undefined
  /** All fields, beginning with what has been typed. */
  onMore: (subject: string) => void
}

/** One line and Enter. */
export function QuickNote({ memberId, clubId, categories, categoryId, onMore }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const save = useWrite(saveNote, { invalidates: noteReads })
  const noteCategoryId = categoryId ?? categories[0]?.id ?? 1301
  const place = { id: memberId, clubId, noteCategoryId }
  const people = useRead(getNoteReaders, place, { enabled: clubId !== 0 && text.includes('@') }).data ?? nobody
  const [chosen, setChosen] = useState<readonly number[]>([])

  async function add() {
    const subject = text.trim()
    if (!subject || save.isPending) return
    setProblem('')
    const result = await save.mutateAsync({
      id: memberId,
      memberNoteId: 0,
      ...(clubId !== 0 && { clubId }),
      noteCategoryId,
      subject,
      note: '',
      reminder: null,
      completed: false,
      isPinned: false,
      sendSms: false,
      sendEmail: false,
      evenWithoutConsent: false,
      mentions: [...new Set([...chosen, ...namedIn(people, subject)])],
    })
    if (isRefusal(result)) return setProblem(result.message)
    setText('')
    setChosen([])
  }

  return (
    <form
      className={css.quick}
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <MentionInput
        className={css.input}
        aria-label="Quick note"
        placeholder="Write a note"
        autoComplete="off"
        maxLength={200}
        text={text}
        onText={setText}
        people={people}
        onMention={({ accountId }) => setChosen(ids => [...ids, accountId])}
        field={<input type="text" />}
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

const nobody: readonly Mentionable[] = []
